/// An HTTPS server for one page: libmicrohttpd with GnuTLS, on one thread.
///
/// Both libraries are loaded when the server starts, so that no other process of Rotunda has them. The
/// server takes connections from private networks alone, and has limits for bytes, numbers and times.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether both libraries are installed. Loads them.
bool cweb_is_there(void);

enum { CWEB_PEM_BYTES = 8192, CWEB_FINGERPRINT_BYTES = 32 };

/// A new key, and a certificate that it signs itself, both as PEM.
typedef struct {
  char key[CWEB_PEM_BYTES];
  char certificate[CWEB_PEM_BYTES];
  /// SHA-256 of the certificate as DER, which browsers show.
  uint8_t fingerprint[CWEB_FINGERPRINT_BYTES];
} cweb_identity;

/// Makes a key of NIST P-256 and a certificate for `count` numeric addresses, valid for `seconds` from a day
/// ago on. Returns NULL, or what went wrong.
const char *cweb_make_identity(
    const char *const addresses[], int count, int64_t seconds, cweb_identity *identity);

/// Whether a text is a numeric address of this machine alone, of a private network or of a single cable (RFC
/// 1918, 3927, 4193, 4291). The server takes connections from no other.
bool cweb_is_private_text(const char *address);

/// Wipes the key.
void cweb_forget(cweb_identity *identity);

typedef struct cweb_server cweb_server;
typedef struct cweb_request cweb_request;

/// The head of a request. Absent headers are empty.
typedef struct {
  const char *method, *path, *host, *origin, *session, *languages, *type;
  /// `Content-Length`: -1 where there is none.
  int64_t length;
} cweb_head;

/// The next step of a request.
enum {
  /// It has been answered.
  CWEB_ANSWERED = -1,
  /// It has no body, and is answered at its end. Larger numbers are the most bytes of its body.
  CWEB_NO_BODY = 0,
};

typedef struct {
  /// 0 lets the kernel choose.
  uint16_t port;
  /// The name of the session's cookie.
  const char *cookie;
  /// Milliseconds for a head, and for a body, from their beginnings. A connection that rests between requests
  /// counts as one that sends a head.
  int64_t head_patience, body_patience;
  /// Judges a request by its head. Returns one of the above, or the most bytes of the body.
  int64_t (*begin)(void *context, cweb_request *request, const cweb_head *head);
  /// Answers a request that is complete.
  void (*finish)(void *context, cweb_request *request, const cweb_head *head);
  void *context;
} cweb_settings;

/// Starts a server. Returns NULL where it cannot listen, with `errno`, or where the libraries are missing.
cweb_server *cweb_start(const cweb_settings *settings, const cweb_identity *identity);
/// The port at which it listens.
uint16_t cweb_port(const cweb_server *server);
/// The descriptor that can be read when there is something to do.
int cweb_descriptor(const cweb_server *server);
/// Milliseconds after which there is something to do anyway, at most a second.
int cweb_wait(const cweb_server *server);
/// Does what there is to do, and closes connections that take too long.
void cweb_run(cweb_server *server);
void cweb_stop(cweb_server *server);

/// A field of a request whose body is a form; NULL behind the last. Values end with a zero, which `count`
/// leaves out.
const char *cweb_field(const cweb_request *request, int index, const char **value, size_t *count);
/// An argument of the address; NULL for none.
const char *cweb_argument(const cweb_request *request, const char *name);
/// The body of a request that is no form.
const uint8_t *cweb_body(const cweb_request *request, size_t *count);

/// Answers a request, once. `cookie` is the value of a header `Set-Cookie`, or NULL.
void cweb_answer(
    cweb_request *request, int status, const char *type, const void *bytes, size_t count, const char *cookie);
