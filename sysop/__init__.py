"""The sysop's side: the nightly event, and phases adjudicated by the line."""
