"""The sysop's side: the nightly event, checks, backups and bulletins."""
