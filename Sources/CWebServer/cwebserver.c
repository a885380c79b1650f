#include "cwebserver.h"

#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>

// Connections at a time, all and of one address, and what each may have of memory: no head is longer.
enum { MOST_CONNECTIONS = 24, MOST_OF_ONE = 16, MOST_HEAD = 16 << 10 };
// Seconds without a byte after which a connection is closed.
enum { SILENCE = 15 };
// Fields of a form.
enum { MOST_FIELDS = 64, FORM_BUFFER = 1024 };

typedef struct {
  char *name, *value;
  size_t count;
} field;

struct cweb_request {
  cweb_server *server;
  struct MHD_Connection *connection;
  cweb_head head;
  struct MHD_PostProcessor *form;
  field fields[MOST_FIELDS];
  int field_count;
  uint8_t *body;
  size_t count, room;
  int64_t limit;
  bool is_answered, is_refused;
  enum MHD_Result result;
};

typedef struct {
  struct MHD_Connection *connection;
  int socket;
  int64_t since;
  bool has_head;
} visitor;

struct cweb_server {
  cweb_settings settings;
  struct MHD_Daemon *daemon;
  // A copy: the caller's text may end before the server.
  char cookie[64];
  int descriptor;
  uint16_t port;
  visitor visitors[MOST_CONNECTIONS * 2];
};

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Connections and their times.

static visitor *find(cweb_server *server, struct MHD_Connection *connection) {
  for (size_t index = 0; index < sizeof server->visitors / sizeof *server->visitors; index++) {
    if (server->visitors[index].connection == connection) return &server->visitors[index];
  }
  return NULL;
}

static void turn(cweb_server *server, struct MHD_Connection *connection, bool has_head) {
  visitor *visitor = find(server, connection);
  if (!visitor) return;
  visitor->has_head = has_head;
  visitor->since = now();
}

static void come_or_go(
    void *context, struct MHD_Connection *connection, void **own, enum MHD_ConnectionNotificationCode code) {
  (void)own;
  cweb_server *server = context;
  if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
    visitor *visitor = find(server, connection);
    if (visitor) visitor->connection = NULL;
    return;
  }
  visitor *visitor = find(server, NULL);
  const union MHD_ConnectionInfo *info =
      cweb_http()->connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  if (!visitor || !info) return;
  visitor->connection = connection;
  visitor->socket = info->connect_fd;
  visitor->since = now();
  visitor->has_head = false;
}

// A connection that sends a byte now and then is never silent. Its socket is shut down, and the library
// closes it.
static void end_slow(cweb_server *server) {
  int64_t time = now();
  for (size_t index = 0; index < sizeof server->visitors / sizeof *server->visitors; index++) {
    visitor *visitor = &server->visitors[index];
    if (!visitor->connection) continue;
    int64_t patience =
        visitor->has_head ? server->settings.body_patience : server->settings.head_patience;
    if (time - visitor->since > patience) shutdown(visitor->socket, SHUT_RDWR);
  }
}

static enum MHD_Result accept_private(void *context, const struct sockaddr *address, socklen_t length) {
  (void)context, (void)length;
  return cweb_is_private(address) ? MHD_YES : MHD_NO;
}

// Requests.

static const char *header(struct MHD_Connection *connection, enum MHD_ValueKind kind, const char *name) {
  const char *value = cweb_http()->lookup(connection, kind, name);
  return value ? value : "";
}

static int64_t length_of(struct MHD_Connection *connection) {
  const char *text = header(connection, MHD_HEADER_KIND, "Content-Length");
  if (!*text || strlen(text) > 15 || strspn(text, "0123456789") != strlen(text)) return -1;
  return strtoll(text, NULL, 10);
}

static void refuse(cweb_request *request, int status) {
  static const char words[] = "{}";
  request->is_refused = true;
  cweb_answer(request, status, "application/json", words, sizeof words - 1, NULL);
}

static enum MHD_Result take_field(
    void *context, enum MHD_ValueKind kind, const char *name, const char *file, const char *type,
    const char *encoding, const char *bytes, uint64_t offset, size_t count) {
  (void)kind, (void)file, (void)type, (void)encoding;
  cweb_request *request = context;
  if (!name) return MHD_NO;
  field *last = request->field_count ? &request->fields[request->field_count - 1] : NULL;
  if (offset == 0 || !last || strcmp(last->name, name)) {
    if (request->field_count == MOST_FIELDS) return MHD_NO;
    last = &request->fields[request->field_count];
    last->name = strdup(name);
    if (!last->name) return MHD_NO;
    last->value = NULL;
    last->count = 0;
    request->field_count++;
  }
  char *value = realloc(last->value, last->count + count + 1);
  if (!value) return MHD_NO;
  if (count) memcpy(value + last->count, bytes, count);
  last->value = value;
  last->count += count;
  value[last->count] = 0;
  return MHD_YES;
}

static bool take_bytes(cweb_request *request, const char *bytes, size_t count) {
  if (request->count + count > request->room) {
    size_t room = request->room ? request->room * 2 : 64 << 10;
    while (room < request->count + count) room *= 2;
    if (room > (size_t)request->limit) room = (size_t)request->limit;
    uint8_t *body = realloc(request->body, room);
    if (!body) return false;
    request->body = body;
    request->room = room;
  }
  memcpy(request->body + request->count, bytes, count);
  request->count += count;
  return true;
}

static void begin(cweb_request *request) {
  const cweb_settings *settings = &request->server->settings;
  turn(request->server, request->connection, true);
  request->limit = settings->begin(settings->context, request, &request->head);
  if (request->is_answered) return;
  int64_t length = request->head.length;
  bool has_body = length > 0 || *header(request->connection, MHD_HEADER_KIND, "Transfer-Encoding");
  if (!has_body) return;
  // The body stays unread if the request needs none, or if its length is not in the head.
  if (length < 0) return refuse(request, MHD_HTTP_LENGTH_REQUIRED);
  if (length > request->limit) return refuse(request, MHD_HTTP_CONTENT_TOO_LARGE);
  if (!strncasecmp(request->head.type, "application/x-www-form-urlencoded", 33)) {
    request->form = cweb_http()->make_form(request->connection, FORM_BUFFER, take_field, request);
    if (!request->form) refuse(request, MHD_HTTP_INTERNAL_SERVER_ERROR);
  }
}

static enum MHD_Result handle(
    void *context, struct MHD_Connection *connection, const char *path, const char *method,
    const char *version, const char *bytes, size_t *count, void **own) {
  (void)version;
  cweb_server *server = context;
  cweb_request *request = *own;
  if (!request) {
    request = calloc(1, sizeof *request);
    if (!request) return MHD_NO;
    *own = request;
    request->server = server;
    request->connection = connection;
    request->result = MHD_YES;
    request->head = (cweb_head){
        .method = method,
        .path = path,
        .host = header(connection, MHD_HEADER_KIND, "Host"),
        .origin = header(connection, MHD_HEADER_KIND, "Origin"),
        .session = header(connection, MHD_COOKIE_KIND, server->cookie),
        .languages = header(connection, MHD_HEADER_KIND, "Accept-Language"),
        .type = header(connection, MHD_HEADER_KIND, "Content-Type"),
        .length = length_of(connection),
    };
    begin(request);
    return request->result;
  }
  if (*count) {
    size_t received = *count;
    *count = 0;
    if (request->is_answered) return MHD_YES;
    if (request->count + received > (size_t)request->limit) return MHD_NO;
    if (!request->form) return take_bytes(request, bytes, received) ? MHD_YES : MHD_NO;
    request->count += received;
    return cweb_http()->feed_form(request->form, bytes, received);
  }
  if (request->is_answered) return request->result;
  if (request->form) {
    cweb_http()->end_form(request->form);
    request->form = NULL;
  }
  server->settings.finish(server->settings.context, request, &request->head);
  if (!request->is_answered) refuse(request, MHD_HTTP_INTERNAL_SERVER_ERROR);
  return request->result;
}

static void end(
    void *context, struct MHD_Connection *connection, void **own, enum MHD_RequestTerminationCode code) {
  (void)code;
  cweb_request *request = *own;
  turn(context, connection, false);
  if (!request) return;
  if (request->form) cweb_http()->end_form(request->form);
  for (int index = 0; index < request->field_count; index++) {
    free(request->fields[index].name);
    free(request->fields[index].value);
  }
  free(request->body);
  free(request);
  *own = NULL;
}

const char *cweb_field(const cweb_request *request, int index, const char **value, size_t *count) {
  if (index < 0 || index >= request->field_count) return NULL;
  *value = request->fields[index].value ? request->fields[index].value : "";
  *count = request->fields[index].count;
  return request->fields[index].name;
}

const char *cweb_argument(const cweb_request *request, const char *name) {
  return cweb_http()->lookup(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

const uint8_t *cweb_body(const cweb_request *request, size_t *count) {
  *count = request->form ? 0 : request->count;
  return request->body;
}

// Every answer forbids what the page does not need: other origins, frames, inline scripts, caches.
static const char *const headers[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
     "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
    {"Cache-Control", "no-store"},
};

void cweb_answer(
    cweb_request *request, int status, const char *type, const void *bytes, size_t count, const char *cookie) {
  if (request->is_answered) return;
  request->is_answered = true;
  request->result = MHD_NO;
  struct MHD_Response *response =
      cweb_http()->make_response(count, (void *)(uintptr_t)bytes, MHD_RESPMEM_MUST_COPY);
  if (!response) return;
  for (size_t index = 0; index < sizeof headers / sizeof *headers; index++) {
    cweb_http()->add_header(response, headers[index][0], headers[index][1]);
  }
  cweb_http()->add_header(response, "Content-Type", type);
  if (cookie) cweb_http()->add_header(response, "Set-Cookie", cookie);
  // Otherwise the unread rest of a refused body would look like the next request.
  if (request->is_refused) cweb_http()->add_header(response, "Connection", "close");
  request->result = cweb_http()->queue(request->connection, (unsigned)status, response);
  cweb_http()->free_response(response);
}

// The server.

static struct MHD_Daemon *listen_at(cweb_server *server, unsigned kind, const cweb_identity *identity) {
  struct MHD_OptionItem options[] = {
      {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)end, server},
      {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)come_or_go, server},
      {MHD_OPTION_CONNECTION_LIMIT, MOST_CONNECTIONS, NULL},
      {MHD_OPTION_PER_IP_CONNECTION_LIMIT, MOST_OF_ONE, NULL},
      {MHD_OPTION_CONNECTION_TIMEOUT, SILENCE, NULL},
      {MHD_OPTION_CONNECTION_MEMORY_LIMIT, MOST_HEAD, NULL},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)(uintptr_t)identity->key},
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)(uintptr_t)identity->certificate},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
      {MHD_OPTION_END, 0, NULL},
  };
  return cweb_http()->start(
      MHD_USE_TLS | MHD_USE_EPOLL | kind, server->settings.port, accept_private, server, handle, server,
      MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

cweb_server *cweb_start(const cweb_settings *settings, const cweb_identity *identity) {
  if (!cweb_is_there()) return NULL;
  cweb_server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->settings = *settings;
  server->settings.cookie = NULL;
  snprintf(server->cookie, sizeof server->cookie, "%s", settings->cookie);
  errno = 0;
  server->daemon = listen_at(server, MHD_USE_DUAL_STACK, identity);
  // A kernel without IPv6.
  if (!server->daemon && errno != EADDRINUSE) server->daemon = listen_at(server, 0, identity);
  const union MHD_DaemonInfo *epoll = NULL, *port = NULL;
  if (server->daemon) {
    epoll = cweb_http()->daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    server->descriptor = epoll ? epoll->epoll_fd : -1;
    port = cweb_http()->daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
    server->port = port ? port->port : 0;
  }
  if (epoll && port) return server;
  int error = errno;
  cweb_stop(server);
  errno = error;
  return NULL;
}

uint16_t cweb_port(const cweb_server *server) { return server->port; }
int cweb_descriptor(const cweb_server *server) { return server->descriptor; }

int cweb_wait(const cweb_server *server) {
  MHD_UNSIGNED_LONG_LONG wait = 1000;
  if (cweb_http()->timeout(server->daemon, &wait) != MHD_YES || wait > 1000) return 1000;
  return (int)wait;
}

void cweb_run(cweb_server *server) {
  cweb_http()->run(server->daemon);
  end_slow(server);
}

void cweb_stop(cweb_server *server) {
  if (server->daemon) cweb_http()->stop(server->daemon);
  free(server);
}
