from agents import FileSearchTool

from ..constants import HANDBOOK_VECTOR_STORE

handbook_search = FileSearchTool(vector_store_ids=[HANDBOOK_VECTOR_STORE], max_num_results=5)
