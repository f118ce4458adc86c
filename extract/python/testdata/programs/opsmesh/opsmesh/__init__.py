from .build import Mesh, build_mesh

__all__ = ["Mesh", "build_mesh"]
