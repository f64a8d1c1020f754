"""What ? says: a page for each screen, in plain words."""

from __future__ import annotations

from functools import partial
from typing import Final

from door.screens.frame import Explain, Terminal
from door.screens.ingame import InGame
from door.screens.reading import Text, read_text

_EVERYWHERE: Final = """
On every screen: Enter is what the prompt shows in brackets, Esc or Q goes
back, ? is this help, Ctrl-L draws the screen again. Lists of several pages
turn with the space bar or PgDn, and back with PgUp.
"""

_KEYS_OF_LAND: Final = """
Where the key of a territory is asked for, capitals and small letters are
different: E is Paris, e is Burgundy, and Q is Venice. There only Esc or
Enter goes back.
"""

_PAGES: Final = {
    "sign in": """
Type the name you are known by here, and then your password. New to this
door? Type NEW, or simply the name that you would like to have: it is
registered if you say so and choose a password. A letter of your password
shows as a star.

Telnet is not secret: do not use a password that you use elsewhere.

An empty line, or Esc, hangs up.
""",
    "register": """
A name has 2 to 20 characters: letters, digits, spaces and - ' . _ are
possible, a letter comes first. Capitals do not count: Anna and ANNA are
the same caller. A password has 6 to 64 characters; here capitals do count.

Telnet is not secret: do not use a password that you use elsewhere.

Esc goes back to the first question.
""",
    "games": """
All games of this board. Type a game's number to go in. You see how it
stands, and if a seat is free you can take it: one seat a caller in a game.
"To do" tells how many orders you could still give in the open turn. A unit
without one holds, or is disbanded if it had to retreat; in Winter it is the
builds or removals that you have not decided.

D changes how your screen is drawn. Q hangs up.
""",
    "seats": """
Seven powers, a key for each. Press the key of a power that is free and
say yes, and you play it until the game ends. You can play one power in a
game, and you cannot change it later.
""",
    "game": """
This is the game's main menu. The key that is due stands in the prompt:
press Enter for it. A turn stays open until the board's daily event, which
carries out everybody's orders at once. You can change your orders until
then; nothing needs to be sent off.

M   the map, with every unit on it
O   your orders, in Spring and in Fall
R   retreats, on Midsummer's Eve and on All Hallows' Eve
B   builds and removals, in Winter
T   take a seat, if you have none and one is free
L   what the last turn did, and why
S   who owns how much
I   the rules of the game, with examples
D   character set, colours, or plain lines
G   the list of games
Q   hang up
""",
    "map": """
Each territory shows its key. Capitals and figures 1 to 8 are supply
centres; the small letter after the key is the owner's, and so is the
colour. Land that nobody owns is dark green. A box (reversed on a screen
without colours) is a unit: A or F for army or fleet, then the small letter
of its power. Fe is an English fleet. Units that must retreat are named
below.

Without colours each land of the small map is filled with its key, and a
border runs where the letters change. A window of 132 columns by 48 rows or
more shows the large map, with codes such as PAR.

K   the keys with the names of their territories
U   every unit and every centre, as a list
M   who went where in the last turn: an arrow, or x for a move that was not
    made; L lists them, PgUp and PgDn turn to other turns
C   how many centres each power had, year by year
""",
    "orders": """
Your units, each with the order that is stored for it. Press the key of a
unit's territory to give it another order. A unit without an order holds.

> (or Tab) opens a line to type orders in, in the usual notation:
      A PAR - BUR            A MAR S A PAR - BUR       A PAR H
      F ENG C A LON - BRE    A LON - BRE VIA           F MAO - SPA/NC
  There ? says more. A whole set of orders can be pasted.

What you see was read back from the disk after it was saved. There is
nothing to send off: hang up when you like.
""",
    "one order": """
H   the unit holds, and defends its territory
A   it attacks a territory that it can reach, empty or not
S   it supports another unit: in holding, or in an attack
C   a fleet at sea carries an army across
T   you type the order in the usual notation, as in A PAR - BUR
W   the order is taken back; the unit then holds

Only orders that this unit could carry out are offered.
""",
    "typing": """
Type orders one after the other, each line with Enter, or several on a line
with a semicolon or a comma between them. A block may be pasted as it is:
blank lines, numbers and "> " before its lines, and comments behind # do
no harm, and all behind SIGNOFF is left out. Below a heading of another
power or turn ("Italy:", "Fall 1902") nothing is taken.
Enter on an empty line goes back.

   A PAR - BUR             to, m, moves to, attacks, -> do for the dash
   A PAR H                 hold, holds, stands
   A MAR S A PAR - BUR     support, supports; A MAR S A PAR: holding
   F ENG C A LON - BRE     convoy, transport, ferry
   A LON - BRE VIA         by convoy; or name the seas: A LON - ENG - BRE
   F MAO - SPA/NC          SPA(NC), SPA NC, Spain/north coast
   A BEL R HOL, A BEL D    on the two Eves: retreat, disband
   A PAR B, A BUR D        in Winter: build A PAR, remove A BUR; WAIVE

Small letters do. Names may be cut short, and the letter of the unit left
out. What could mean two things is never guessed at: you are told what.

Each piece is answered. Good ones are stored, the last for a unit stands,
and those that were not taken stand in the line again to be mended.
""",
    "choices": """
Press the key that stands before a line. For a support, first comes the
unit to be helped, then what it is helped to do: the key of its own
territory means that it is supported HOLDING there. For a convoy, first
the army, then where it goes. BY CONVOY means that the army does not walk:
it needs a chain of fleets that are ordered to carry it.
""",
    "retreats": """
These units of yours were beaten and must leave. Press the key of a unit's
territory. The first question is whether to disband it: Enter means yes.
If not, you choose where it goes. A unit without an order is disbanded when
the event runs, and so is one that goes where another unit stands, or where
a second one retreats to.

> (or Tab) lets you type an order: A BEL R HOL, or A BEL D.
""",
    "winter": """
With more centres than units you may build; with more units than centres
you must remove some. Press the key of a home centre to build there, or of
a unit to remove it; press it again to change or take back what you have
entered.

_   do without a build, or take one back that you do without
>   (or Tab) type an order: A PAR B, F STP/NC B, A BER D, WAIVE

Builds that you do not enter are not made. Units that you must remove and
do not name are chosen by rule: the farthest from your centres first.
""",
    "display": """
If boxes and shades look like rubbish, the character set is wrong: try the
others. Plain lines are for screen readers and for terminals that cannot
place the cursor: no boxes, no map drawing, one line below the other.
What you choose is kept for your next call.
""",
    "instructions": """
Press the letter of a section to read it.
""",
}

_ARMY_FLEET: Final = {
    "game": """
This game is played by the Army/Fleet rules: an army may go aboard a fleet
of its power at sea, live there, and land. I, section L, has them.
""",
    "map": """
By the Army/Fleet rules AF before the small letter is a fleet with an army
aboard: AFf is a French one.
""",
    "orders": """
The Army/Fleet rules are played here. A fleet with an army aboard (an A/F)
has two lines: its own order, and what the army does. The army needs none:
without one it stays aboard. Typed lines of these rules:
      A LON EMBARK ENG       A NTH DISEMBARK NTH - NWY
      A LON EMBARK ENG, DISEMBARK MAO - POR
""",
    "one order": """
By the Army/Fleet rules also:
E   EMBARKS: an army goes aboard a fleet of yours in a sea next to it; it
    may land in the same turn, from the sea that the fleet goes to
D   DISEMBARKS: the army aboard lands, from the sea where it is or from the
    one that its fleet goes to
B   the army stays aboard: its landing is taken back
F   ATTACKS BY FERRY: an army crosses one sea, carried by one fleet
C   CONVOYS: a fleet with no army aboard ferries an army over its sea

An order that is nothing without another of your units is offered together
with that one.
""",
    "typing": """
By the Army/Fleet rules also:

   A LON EMBARK ENG        embarks on, boards
   A LON EMBARK ENG, DISEMBARK MAO - POR
                           and lands in the same turn, from a second sea
   A NTH DISEMBARK NTH - NWY
                           disembarks from, lands from; the sea is named
   F MAO S A ENG - BRE     support of a landing from ENG
   F ENG C A LON - BRE     a ferry, over this one sea; with it goes
   A LON - BRE VIA ENG     the army's order
   A LON R ENG             a beaten army retreats aboard a fleet
   A/F NTH R NWG           a beaten A/F retreats; A/F NTH D: both are lost
   A NTH D, A/F NTH D      Winter: the army aboard, or both, removed
""",
    "choices": """
By the Army/Fleet rules a convoy is a ferry: one fleet, over its one sea.
An army DISEMBARKS from the sea that you name first, to the land that you
name then.
""",
    "retreats": """
By the Army/Fleet rules a beaten A/F retreats as one: in a sea both are
saved, on a coast the army is lost, and disbanding loses both. A beaten
army may also go aboard a fleet of yours in a sea next to it that carries
no army.
""",
    "winter": """
By the Army/Fleet rules a fleet with an army aboard is two units. You may
remove the army, or both, which makes two removals; not the fleet alone.
""",
}
"""What is added in a game by the Army/Fleet rules."""

_WITH_TERRITORIES: Final = ("orders", "choices", "retreats", "winter")


def help_text(topic: str, army_fleet: bool = False) -> Text:
    """The help on a screen; ``army_fleet``: of a game that is played by the Army/Fleet rules."""
    parts = [_PAGES[topic], _ARMY_FLEET.get(topic, "") if army_fleet else ""]
    parts += [_KEYS_OF_LAND if topic in _WITH_TERRITORIES else "", _EVERYWHERE]
    return Text("Help", "", "\n\n".join(part.strip("\n") for part in parts if part).splitlines())


async def _explain(topic: str, term: Terminal) -> None:
    army_fleet = isinstance(term, InGame) and term.desk.seen.rulebook.army_fleet
    await read_text(term, help_text(topic, army_fleet))


def explains(topic: str) -> Explain:
    """The ? of a screen."""
    help_text(topic)  # a topic that is missing shows at once
    return partial(_explain, topic)
