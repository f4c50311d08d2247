"""The world as JSON, as the REST API and the gateway send it."""
