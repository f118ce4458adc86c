from . import team


def attach():
    team.common.handoffs.append(team.common) #@ handoff("Common","Common")
