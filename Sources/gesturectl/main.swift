// What is gesturectl by itself, as `swift run gesturectl` builds it? What is installed is gestured by that name.

import ArgumentParser
import ControlCommands

Gesturectl.main()
