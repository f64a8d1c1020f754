"""The Army/Fleet rules: armies that sail with fleets, for games that are played with this module.

Nothing here is used in other games. Movement is by the standard rules (A1): a unit that attacks and fails still
defends its province. Where the module's text is silent the choice made is named by its letter and number, as (A1).
"""
