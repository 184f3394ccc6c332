"""Tests of the Python client library. Run `python3 -m unittest` in the folder above.

The tests with `daemon` in their name need gestured: $GESTURED_PROGRAM says where it is.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
