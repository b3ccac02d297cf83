"""What clients get. Answers are built as bytes and never dumped through these: they are for the documentation, and a
test holds real answers against them."""
