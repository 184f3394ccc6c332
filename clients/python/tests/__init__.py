"""Does the library do what it promises? `python3 -m unittest` in the folder above answers.

The tests with `daemon` in their name need gestured: $GESTURED_PROGRAM says where it is.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
