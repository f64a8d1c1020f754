"""The pages that ? shows about what players do beside their orders: press, votes, seats, settings, trials."""

from __future__ import annotations

from typing import Final

from door.screens.manualpage import Page

TABLE_PAGES: Final[dict[str, Page]] = {
    "press": Page(
        "N",
        "message goes one power several everybody",
        """
Press is what the players of a game write to each other. The newest message
stands last; NEW is what you have not read to its end.

1-9     reads a message
Enter   reads the first new one, and then the others one after another
W       writes a message
space   looks for what has come meanwhile, and turns the page, as PgDn does;
        PgUp turns it back

A private message is read by those named behind "to" and by nobody else,
also after the end of the game. What is to everybody can be read by all who
look at the game. An unsigned message tells nobody who wrote it, and its
readers are not told who else got it. The game's settings say which of
these there are; they stand above the prompt.

Whoever takes over a seat reads the private messages of that seat, but does
not learn which unsigned ones were written from it.
""",
    ),
    "message": Page(
        "N",
        "answer message quote",
        """
Enter   reads on: the next page, then the next message
B       the page before
R       answers: you choose whom, and can quote what you answer
P       the message before this one
N       the next message
L       back to the list (so do Q and Esc)
""",
    ),
    "addressees": Page(
        "N",
        "choose whom the message",
        """
Whom the message is for. Press the key of each power that is to read it;
pressed again it is taken off. Then Enter goes on to the text.

*   everybody: the message is public
=   in an answer: all who got the message that you answer, and who wrote it
+   signed or unsigned, where the game has unsigned messages

A seat that nobody plays can be written to as well: whoever takes it reads
it then.
""",
    ),
    "writing": Page(
        "N",
        "what you write is kept",
        """
Type the message, each line with Enter; what is too long for a line goes on
in the next. Text can be pasted, of any length: nothing in it is taken for
a command. A message is sent with at most 120 lines of 72 characters.

/S        sends the message, after asking once (so does /SEND)
/A        throws it away, after asking
/L        lists it with the numbers of its lines
/D 3      takes line 3 out; /D 3-7 five lines; /D alone the last one
/E 3      changes line 3
/I 3      puts what you type next before line 3; /I alone: at the end again
/Q        quotes the message that you answer; /Q 2-5 some lines of it

Begin with two strokes (//S) for a line that is /S. Backspace in
an empty line takes back the line above. Esc asks what is to be done: send,
keep it for later, or throw it away.

What you have written is kept as you go. If the line drops, or the turn
passes, you find it here when you write again.
""",
    ),
    "settings": Page(
        "M",
        "your password old one asked",
        """
What you choose here is kept for your next calls, too.

P   your password: the old one is asked, then the new one twice. Other
    lines of yours stay open.
D   the display: character set, colours, plain lines, with a test picture
K   whether a key counts as soon as it is pressed, or with its Enter. With
    Enter you see what you have typed, and can mend it before it counts.
    Arrows, PgUp and PgDn need no Enter, and Esc takes back what is typed.
L   where lines are plain (for screen readers, and in small windows): how
    many come before a stop. 0 reads all at once; an empty answer takes
    as many as your window has rows.
S   whether other callers see that you are on line, and your last calls.
    In your games your name is known all the same; the sysop sees all calls.
""",
    ),
    "standings": Page(
        "O",
        "standings who plays which power",
        """
The powers, most centres first: who plays them, their centres and units.
"Late" counts the turns of moves, one after another up to the last, in which
a player has ordered nothing at all. What is entered for the open turn is
not shown to anybody.

Below stand the centres that nobody owns, what was agreed on for this game,
and when the board's event last ran. It runs once a day.

V   vote for a draw, or concede: so the players can end a game that no
    power has won
X   leave your seat: another caller can take it
""",
    ),
    "vote": Page(
        "O",
        "vote ends the game",
        """
A draw is shared equally by all powers that have a unit or a centre left,
also by those that nobody plays. To concede is to let one power win.

D       votes for a draw
a letter of a power concedes to that power
N       takes your vote back

A vote ends the game when all players whose powers have a unit or a centre
left have voted for the same; of a concession, all but the one that wins by
it. Powers that are out and seats that nobody has are not waited for. One
player alone cannot end a game.

You have one vote at a time; a new one takes its place. It lapses when the
turn closes, or when you leave your seat. Votes are secret: nobody is told
who has voted, nor how many have, and nothing of it is kept.

With the last vote the game ends at once, the open turn unplayed. If who has
not voted leaves the seat, it ends when the event runs instead.
""",
    ),
    "resign": Page(
        "O",
        "cannot play on",
        """
If you cannot play on, leave your seat: then another caller can take it at
once. What you have entered for the open turn stands until that caller
changes it; a vote of yours does not. Your name stands at the seat no more.

You can come back as long as the seat is free, but to no other power of
this game. You are asked twice; Enter means no.
""",
    ),
    "password": Page(
        "O",
        "invited password",
        """
This game is for invited callers. Whoever made it has set a password for
it; ask there. It is not the password of your name. You can be wrong a few
times a day.
""",
    ),
}
