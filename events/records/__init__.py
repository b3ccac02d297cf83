"""Records: a finished game or tournament as a file that stands alone, and many of them in one bundle."""
