"""What the description of the API is made of, besides the schemas and routes: titles, examples, headers."""
