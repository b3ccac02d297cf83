"""How Redis is reached: one of it, Sentinel or Cluster; connections, nodes, replicas."""
