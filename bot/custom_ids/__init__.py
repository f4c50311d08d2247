"""What buttons and selects carry: the names of presses, made here and read in `reading.py` alone.

pick:<session>:<step>[:<option>]   a choice; without option, or with one that begins with
                                   `OF_GROUP`, the values of a select
sure:<session>:<step>:<options>    that a marked choice counts; options in bits, hexadecimal
page:<session>:<step>:<page>       another page of a long prompt
show:<session>:<what>              hand, text, history, rules, topics, closer, bg_stats;
                                   topic: the value of a select
look:<session>:<what>:<part>       another topic, place, or page of a text
lobby:<session>:<action>[:<value>] one of `Action`
holding:<session>:<change>[:<value>]
                                   one of `Change`, in a running game
abandon:<session>:<answer>         ask; yes or no
due:<session>:<what>:<step>        about one's own deadline: more, back
vote:<session>:<what>              pause or resume
takeback:<session>:<what>:<number> of the choice: ask, agree, refuse, withdraw
hands:<session>:<what>             to open them at the end: ask, agree, refuse
watch:<session>:<what>             start, renew, text
replay:<session>:<way>:<step>:<seat>
                                   of a game that is over; seat `PUBLIC`: the board
games:<what>                       of the list of games; the values of a select
record:<what>[:<value>]            stats or board to be shown to everybody; game: another, a select
suggest:<session>:<step>[:<page>]  what a computer would choose, asked on a page of the options
learn:<game>                       its lesson, in direct messages
own:<what>                         one's own data: forget or keep it
admin:<what>:<id>                  the operator is sure: end a game, block a server
setting:<name>                     one's own setting; the values of a select
server:<name>                      a setting of the server, for its managers; likewise
"""
