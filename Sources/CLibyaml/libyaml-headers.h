// Include of libyaml's header.
#include <yaml.h>
