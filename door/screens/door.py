"""A call from its first screen to its last."""

from __future__ import annotations

from door.screens.display import recall, remember
from door.screens.entry import choose_charset
from door.screens.frame import Leave
from door.screens.lobby import lobby
from door.screens.newsscreen import NEWS_SOURCES, news_at_sign_in
from door.screens.session import Session
from door.screens.signin import sign_in


async def run(session: Session) -> None:
    """Take a call: who are you, which game, and so on until the caller leaves."""
    try:
        asked = await choose_charset(session)
        record = await sign_in(session)
        session.signed_in(record.name)
        recall(session, record)
        if asked and record.charset is None:
            await remember(session, session.caps, plain=not session.caps.cursor)
        await lobby(session, record.name, await news_at_sign_in(session, record.name, NEWS_SOURCES))
    except Leave:
        await session.goodbye(f"Good-bye, and thank you for calling {session.home.settings.board_name}.")
