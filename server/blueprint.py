"""Blueprints that read requests strictly: what is not JSON is refused as such, and nothing unknown is passed over."""

from __future__ import annotations

from typing import Any

import flask_smorest
import msgspec
from flask import Request
from marshmallow import RAISE
from webargs.core import missing
from webargs.flaskparser import FlaskParser

from server.problems import BadRequest


class _Parser(FlaskParser):
    """The library's parser, with another JSON reader: the standard one lets through what nobody can store (lone
    surrogates, numbers of any size), and breaks on deep nesting."""

    DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": RAISE}  # noqa: RUF012

    def _raw_load_json(self, req: Request) -> Any:
        data = req.get_data(cache=True)
        if not data:
            return missing
        try:
            body = msgspec.json.decode(data)
            msgspec.msgpack.encode(body)  # a number beyond 64 bits can be read but not kept in a snapshot
        except (ValueError, OverflowError, RecursionError) as error:
            raise BadRequest("body", f"this is not JSON that can be read: {error}") from error
        return body


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # untyped in flask-smorest
    """As the library's, with our parser."""

    ARGUMENTS_PARSER = _Parser()
