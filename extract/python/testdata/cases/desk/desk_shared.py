from tools import lookup as _lookup

SHARED = (_lookup,) #@ access("Intake","lookup")
