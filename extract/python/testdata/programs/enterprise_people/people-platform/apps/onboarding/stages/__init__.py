from . import access, equipment, people

ALL_STAGES = [equipment.stage, access.stage, people.buddy]
