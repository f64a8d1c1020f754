"""The rules of the game, pure: values in, values out; no clock, file, log or chance."""
