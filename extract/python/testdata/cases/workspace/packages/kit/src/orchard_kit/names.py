from enum import StrEnum


class Desk(StrEnum):
    FRONT = "Front"
    BACK = "Back"
