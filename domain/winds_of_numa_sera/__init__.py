"""Winds of Numa Sera: kingdoms, heroes and Strongholds for two to four players."""

from moothall.domain.winds_of_numa_sera.title import WINDS_OF_NUMA_SERA

__all__ = ["WINDS_OF_NUMA_SERA"]
