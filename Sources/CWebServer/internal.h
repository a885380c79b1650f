// The functions of libmicrohttpd, and what both files share.
#pragma once
#include <microhttpd.h>
#include <stdbool.h>

typedef struct {
  struct MHD_Daemon *(*start)(
      unsigned, uint16_t, MHD_AcceptPolicyCallback, void *, MHD_AccessHandlerCallback, void *, ...);
  __typeof__(&MHD_stop_daemon) stop;
  __typeof__(&MHD_run) run;
  __typeof__(&MHD_get_timeout) timeout;
  const union MHD_DaemonInfo *(*daemon_info)(struct MHD_Daemon *, enum MHD_DaemonInfoType, ...);
  const union MHD_ConnectionInfo *(*connection_info)(
      struct MHD_Connection *, enum MHD_ConnectionInfoType, ...);
  __typeof__(&MHD_lookup_connection_value) lookup;
  __typeof__(&MHD_create_post_processor) make_form;
  __typeof__(&MHD_post_process) feed_form;
  __typeof__(&MHD_destroy_post_processor) end_form;
  __typeof__(&MHD_create_response_from_buffer) make_response;
  __typeof__(&MHD_add_response_header) add_header;
  __typeof__(&MHD_queue_response) queue;
  __typeof__(&MHD_destroy_response) free_response;
  __typeof__(&MHD_is_feature_supported) supports;
} cweb_functions;

/// The functions, once they are loaded.
const cweb_functions *cweb_http(void);

/// The same as `cweb_is_private_text`, of an address of a connection.
bool cweb_is_private(const struct sockaddr *address);
