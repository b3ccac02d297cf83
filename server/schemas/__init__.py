"""Marshmallow schemas: requests are checked against them, answers described, and openapi.yaml made of them."""
