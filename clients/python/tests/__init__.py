"""Tests of the Python client library; those with `daemon` in their names need $GESTURED_PROGRAM."""
