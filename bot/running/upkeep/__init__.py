"""What is done without anybody's press: deadlines, absences, errands, retention."""
