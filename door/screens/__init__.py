"""What callers see: one coroutine a screen, over a session."""
