/* The core of libwayland's server without its generated protocols: those come from Protocols/. */

/* First, so that what both sides share is one and the same type in Swift. */
#include "../../../Sources/CRotundaWayland/CRotundaWayland.h"
#include <wayland-server-core.h>

/* Swift can not call functions with a variable number of arguments. */
static inline void rotunda_post_error(struct wl_resource *resource, uint32_t code, const char *text) {
  wl_resource_post_error(resource, code, "%s", text);
}
