from orchard_kit import Desk, Maker

back = Maker().make(Desk.BACK)
