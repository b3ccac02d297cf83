"""Records: a finished game as a file that stands alone.

    {"line":"header", ...}      title, versions, content, seats, options, commitment, key id
    {"line":"event", ...}       one per event: the stored bytes as text, chain hash, digest of the public view
    {"line":"end", ...}         the head of the chain, signed

Every line is canonical JSON (keys sorted, no spaces) and ends with a newline, so a record has one spelling only: a
changed byte either changes what a line says, and then a hash, or how it says it, and then it is no record.
"""
