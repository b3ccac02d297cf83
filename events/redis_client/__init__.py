"""The way to Redis: one server, Sentinel or Cluster; shared connections, waiting for replicas."""
