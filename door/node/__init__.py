"""How callers arrive: telnet, the limits on what a line may do, and who is on line."""
