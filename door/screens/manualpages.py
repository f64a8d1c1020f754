"""The pages that ? shows, one for each screen, in plain words.

A new screen needs one entry here, and ``explains("its topic")`` where it asks for a key.
"""

from __future__ import annotations

from typing import Final

from door.screens.manualpage import Page
from door.screens.tablepages import TABLE_PAGES

PAGES: Final[dict[str, Page]] = {
    **TABLE_PAGES,
    "sign in": Page(
        "M",
        "password another name sign up",
        """
Type the name you are known by here, and then your password. New to this
door? Type NEW, or simply the name that you would like to have: it is
registered if you say so and choose a password. A letter of your password
shows as a star.

Telnet is not secret: do not use a password that you use elsewhere.

An empty line, or Esc, hangs up.
""",
    ),
    "register": Page(
        "M",
        "password name sign up",
        """
A name has 2 to 20 characters: letters, digits, spaces and - ' . _ are
possible, a letter comes first. Capitals do not count: Anna and ANNA are
the same caller. A password has 6 to 64 characters; here capitals do count.

Telnet is not secret: do not use a password that you use elsewhere.

Esc goes back to the first question.
""",
    ),
    "games": Page(
        "M",
        "signing in list of games",
        """
All games of this board. Type a game's number to go in. You see how it
stands, and if a seat is free you can take it: one seat a caller in a game.
(standard) and (A/F) behind a title: the rules of sections K and L.
"To do" tells how many orders you could still give in the open turn. A unit
without one holds, or is disbanded if it had to retreat; in Winter it is the
builds or removals that you have not decided.

N   again what has happened in your games
Y   your settings: password, display, keys, who sees you
W   who is on line, and the last calls
Q   hang up
""",
    ),
    "seats": Page(
        "O",
        "take a seat letter",
        """
Seven powers, a key for each. Press the key of a power that is free and
say yes, and you play it until the game ends. You can play one power in a
game, and you cannot change it later.
""",
    ),
    "game": Page(
        "C",
        "daily event next turn open",
        """
This is the game's main menu. The key that is due stands in the prompt:
press Enter for it. A turn stays open until the board's daily event, which
carries out everybody's orders at once. You can change your orders until
then; nothing needs to be sent off.

M   the map, with every unit on it
O   your orders, in Spring and in Fall
R   retreats, on Midsummer's Eve and on All Hallows' Eve
B   builds and removals, in Winter
Y   you are ready, or not after all: it is for you alone, and ends no turn
T   take a seat, if you have none and one is free
L   what the last turn did, and why; from there, all turns before it
W   what if: try orders for all powers, without storing any
P   press: what players write to each other; the number is of unread ones
S   the standings: who plays what and owns how much; votes; your seat
I   the rules of the game, with examples
D   character set, colours, or plain lines
G   the list of games
Q   hang up
""",
        army_fleet="""
This game is played by the Army/Fleet rules: an army may go aboard a fleet
of its power at sea, live there, and land. I, section L, has them.
""",
    ),
    "map": Page(
        "B",
        "map territory shows its key",
        """
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
        army_fleet="""
By the Army/Fleet rules AF before the small letter is a fleet with an army
aboard: AFf is a French one.
""",
    ),
    "orders": Page(
        "D",
        "press O menu",
        """
Your units, each with the order that is stored for it. Press the key of a
unit's territory to give it another order. A unit without an order holds.

> (or Tab) opens a line to type orders in, in the usual notation:
      A PAR - BUR            A MAR S A PAR - BUR       A PAR H
      F ENG C A LON - BRE    A LON - BRE VIA           F MAO - SPA/NC
  There ? says more. A whole set of orders can be pasted.
@ orders again what you ordered last, for units that have no order now.
# says that you are ready, or not after all: it is for you alone.

What you see was read back after it was saved: hang up when you like.
""",
        army_fleet="""
The Army/Fleet rules are played here. A fleet with an army aboard (an A/F)
has two lines: its own order, and what the army does. The army needs none:
without one it stays aboard. Typed lines of these rules:
      A LON EMBARK ENG       A NTH DISEMBARK NTH - NWY
      A LON EMBARK ENG, DISEMBARK MAO - POR
""",
        territories=True,
    ),
    "what if": Page(
        "D",
        "orders would come to",
        """
A table to try orders on, for all powers, in the position as it stands.
Nothing here is stored, and nobody sees it: your own orders stay as they
are.

A to T  a power's letter: its units, with the keys and screens of orders
>   (or Tab) types orders of any power; whole blocks can be pasted
W   carries the orders out and shows the report with its reasons; a unit
    without an order holds
N   goes on from what came of it: retreats, Winter, the next turn
O   puts your own orders, as they are stored, on the table
M   the map of the table's position
Z   back to the game's position
""",
    ),
    "one order": Page(
        "D",
        "HOLDS stay defend",
        """
H   the unit holds, and defends its territory
A   it attacks a territory that it can reach, empty or not
S   it supports another unit: in holding, or in an attack
C   a fleet at sea carries an army across
T   you type the order in the usual notation, as in A PAR - BUR
W   the order is taken back; the unit then holds

Only orders that this unit could carry out are offered.
""",
        army_fleet="""
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
    ),
    "typing": Page(
        "D",
        "notation type orders",
        """
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
        army_fleet="""
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
    ),
    "choices": Page(
        "D",
        "press key territory meant",
        """
Press the key that stands before a line. For a support, first comes the
unit to be helped, then what it is helped to do: the key of its own
territory means that it is supported HOLDING there. For a convoy, first
the army, then where it goes. BY CONVOY means that the army does not walk:
it needs a chain of fleets that are ordered to carry it.
""",
        army_fleet="""
By the Army/Fleet rules a convoy is a ferry: one fleet, over its one sea.
An army DISEMBARKS from the sea that you name first, to the land that you
name then.
""",
        territories=True,
    ),
    "retreats": Page(
        "H",
        "disbanded event runs without order",
        """
These units of yours were beaten and must leave. Press the key of a unit's
territory. The first question is whether to disband it: Enter means yes.
If not, you choose where it goes. A unit without an order is disbanded when
the event runs, and so is one that goes where another unit stands, or where
a second one retreats to.

> (or Tab) lets you type an order: A BEL R HOL, or A BEL D.
# says that you are ready, or that you are not after all.
""",
        army_fleet="""
By the Army/Fleet rules a beaten A/F retreats as one: in a sea both are
saved, on a coast the army is lost, and disbanding loses both. A beaten
army may also go aboard a fleet of yours in a sea next to it that carries
no army.
""",
        territories=True,
    ),
    "winter": Page(
        "I",
        "press B menu",
        """
With more centres than units you may build; with more units than centres
you must remove some. Press the key of a home centre to build there, or of
a unit to remove it; press it again to change or take back what you have
entered.

_   do without a build, or take one back that you do without
>   (or Tab) type an order: A PAR B, F STP/NC B, A BER D, WAIVE
#   says that you are ready, or that you are not after all

Builds that you do not enter are not made. Units that you must remove and
do not name are chosen by rule: the farthest from your centres first.
""",
        army_fleet="""
By the Army/Fleet rules a fleet with an army aboard is two units. You may
remove the army, or both, which makes two removals; not the fleet alone.
""",
        territories=True,
    ),
    "display": Page(
        "M",
        "UTF-8 CP437 test picture",
        """
A test picture shows whether the choice is right. If boxes and shades look
like rubbish, the character set is wrong: try the others. Plain lines are
for screen readers and for terminals that cannot place the cursor: no
boxes, no map drawing, one line below the other. What you choose is kept
for your next call.

U   UTF-8, of telnet windows of today
7   CP437, of terminals made for boards
A   7-bit ASCII, which all have
""",
    ),
    "instructions": Page(
        "A",
        "first game read",
        """
Press the letter of a section to read it. / finds words in all of them: in
this list, and on every page of a section, where F does the same.
""",
    ),
    "finding": Page(
        "A",
        "finds words press",
        """
Type one word or several. You see the places where they all stand in one
paragraph, each with its section and its line. Capitals and accents do not
count. The beginning of a word is enough: conv finds convoys and convoyed.
A name, a key such as 9: or an order as in reports will do as well.

1-9     reads on from that place; the words stand out there, and a mark
        (>) stands before the lines that were found
N       goes from there to the next place
/       finds other words; F does the same while you read
space   turns the page of the list, and so does PgDn; PgUp turns it back
""",
    ),
}
"""Every page by its topic."""
