"""Every rule about what a seat may ask, once: `check_x` refuses, the questions beside it serve the lists too."""
