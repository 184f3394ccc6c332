// Entry point of gesturectl for `swift run` and tests; the installed gesturectl is a link to gestured.

import ArgumentParser
import ControlCommands

Gesturectl.main()
