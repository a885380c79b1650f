/* The core of libwayland's server without its generated protocols: those come from Protocols/. */

/* First: types that client and server share must be the same in Swift. */
#include "../../../Sources/CRotundaWayland/CRotundaWayland.h"
#include <wayland-server-core.h>

/* Swift cannot call variadic functions. */
static inline void rotunda_post_error(struct wl_resource *resource, uint32_t code, const char *text) {
  wl_resource_post_error(resource, code, "%s", text);
}
