"""What whoever runs the bot sets and sees: settings, logs, metrics, `admin`."""
