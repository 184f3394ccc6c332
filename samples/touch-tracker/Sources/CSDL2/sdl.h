// SDL, as Debian's libsdl2-dev has it.
#include <SDL.h>
