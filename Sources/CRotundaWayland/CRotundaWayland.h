/* The core of libwayland's client without its generated protocols: those come from Protocols/. */
#include <wayland-client-core.h>
