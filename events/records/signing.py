"""Ed25519 signatures over canonical JSON, and the names of keys."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from moothall.domain.core.codec import canonical
from moothall.domain.core.data import Json


class SigningKey(NamedTuple):
    """A private key; `seed` is its 32 bytes."""

    seed: bytes

    @property
    def public(self) -> str:
        """The public half, in hex."""
        return Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw().hex()

    @property
    def id(self) -> str:
        return key_id(self.public)

    def sign(self, statement: Json) -> str:
        """The signature of a statement, in hex; the same statement always gets the same."""
        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(canonical(statement)).hex()


def key_id(public: str) -> str:
    """The name of a key: the first half of the SHA-256 of its public bytes, in hex."""
    return hashlib.sha256(bytes.fromhex(public)).hexdigest()[:32]


def signed_by(public: str, statement: Json, signature: str) -> bool:
    """Whether this key signed exactly this. Key and signature have one spelling only: hex in small letters."""
    try:
        raw_key, raw_signature = bytes.fromhex(public), bytes.fromhex(signature)
        if raw_key.hex() != public or raw_signature.hex() != signature:
            return False
        Ed25519PublicKey.from_public_bytes(raw_key).verify(raw_signature, canonical(statement))
    except (InvalidSignature, ValueError):
        return False
    return True
