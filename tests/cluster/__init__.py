"""On a real Cluster, and behind real Sentinels."""
