#include "cwebserver.h"

#include "internal.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static cweb_functions http;

static struct {
  __typeof__(&gnutls_x509_privkey_init) key_init;
  __typeof__(&gnutls_x509_privkey_deinit) key_deinit;
  __typeof__(&gnutls_x509_privkey_generate) key_generate;
  __typeof__(&gnutls_x509_privkey_export) key_export;
  __typeof__(&gnutls_x509_crt_init) init;
  __typeof__(&gnutls_x509_crt_deinit) deinit;
  __typeof__(&gnutls_x509_crt_set_version) set_version;
  __typeof__(&gnutls_x509_crt_set_serial) set_serial;
  __typeof__(&gnutls_x509_crt_set_activation_time) set_activation;
  __typeof__(&gnutls_x509_crt_set_expiration_time) set_expiration;
  __typeof__(&gnutls_x509_crt_set_key) set_key;
  __typeof__(&gnutls_x509_crt_set_dn_by_oid) set_name;
  __typeof__(&gnutls_x509_crt_set_subject_alt_name) add_address;
  __typeof__(&gnutls_x509_crt_set_basic_constraints) set_constraints;
  __typeof__(&gnutls_x509_crt_set_key_usage) set_usage;
  __typeof__(&gnutls_x509_crt_set_key_purpose_oid) set_purpose;
  __typeof__(&gnutls_x509_crt_sign2) sign;
  __typeof__(&gnutls_x509_crt_export) export;
  __typeof__(&gnutls_x509_crt_get_fingerprint) fingerprint;
  __typeof__(&gnutls_rnd) random;
  __typeof__(&gnutls_strerror) strerror;
} tls;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

typedef struct {
  void *place;
  const char *name;
} wanted;

static bool load_all(void *handle, const wanted *functions, size_t count) {
  for (size_t index = 0; index < count; index++) {
    void *function = handle ? dlsym(handle, functions[index].name) : NULL;
    if (!function) return false;
    *(void **)functions[index].place = function;
  }
  return true;
}

static void load(void) {
  const wanted of_http[] = {
      {&http.start, "MHD_start_daemon"},
      {&http.stop, "MHD_stop_daemon"},
      {&http.run, "MHD_run"},
      {&http.timeout, "MHD_get_timeout"},
      {&http.daemon_info, "MHD_get_daemon_info"},
      {&http.connection_info, "MHD_get_connection_info"},
      {&http.lookup, "MHD_lookup_connection_value"},
      {&http.make_form, "MHD_create_post_processor"},
      {&http.feed_form, "MHD_post_process"},
      {&http.end_form, "MHD_destroy_post_processor"},
      {&http.make_response, "MHD_create_response_from_buffer"},
      {&http.add_header, "MHD_add_response_header"},
      {&http.queue, "MHD_queue_response"},
      {&http.free_response, "MHD_destroy_response"},
      {&http.supports, "MHD_is_feature_supported"},
  };
  const wanted of_tls[] = {
      {&tls.key_init, "gnutls_x509_privkey_init"},
      {&tls.key_deinit, "gnutls_x509_privkey_deinit"},
      {&tls.key_generate, "gnutls_x509_privkey_generate"},
      {&tls.key_export, "gnutls_x509_privkey_export"},
      {&tls.init, "gnutls_x509_crt_init"},
      {&tls.deinit, "gnutls_x509_crt_deinit"},
      {&tls.set_version, "gnutls_x509_crt_set_version"},
      {&tls.set_serial, "gnutls_x509_crt_set_serial"},
      {&tls.set_activation, "gnutls_x509_crt_set_activation_time"},
      {&tls.set_expiration, "gnutls_x509_crt_set_expiration_time"},
      {&tls.set_key, "gnutls_x509_crt_set_key"},
      {&tls.set_name, "gnutls_x509_crt_set_dn_by_oid"},
      {&tls.add_address, "gnutls_x509_crt_set_subject_alt_name"},
      {&tls.set_constraints, "gnutls_x509_crt_set_basic_constraints"},
      {&tls.set_usage, "gnutls_x509_crt_set_key_usage"},
      {&tls.set_purpose, "gnutls_x509_crt_set_key_purpose_oid"},
      {&tls.sign, "gnutls_x509_crt_sign2"},
      {&tls.export, "gnutls_x509_crt_export"},
      {&tls.fingerprint, "gnutls_x509_crt_get_fingerprint"},
      {&tls.random, "gnutls_rnd"},
      {&tls.strerror, "gnutls_strerror"},
  };
  void *server = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  void *library = dlopen("libgnutls.so.30", RTLD_NOW | RTLD_LOCAL);
  is_loaded = load_all(server, of_http, sizeof of_http / sizeof *of_http) &&
              load_all(library, of_tls, sizeof of_tls / sizeof *of_tls) &&
              http.supports(MHD_FEATURE_TLS) == MHD_YES && http.supports(MHD_FEATURE_EPOLL) == MHD_YES;
}

bool cweb_is_there(void) {
  pthread_once(&once, load);
  return is_loaded;
}

const cweb_functions *cweb_http(void) { return &http; }

// Private networks.

static bool is_private_v4(uint32_t address) {
  return address >> 24 == 10 || address >> 24 == 127 || address >> 20 == 0xAC1 ||
         address >> 16 == 0xC0A8 || address >> 16 == 0xA9FE;
}

bool cweb_is_private(const struct sockaddr *address) {
  if (address->sa_family == AF_INET) {
    struct sockaddr_in four;
    memcpy(&four, address, sizeof four);
    return is_private_v4(ntohl(four.sin_addr.s_addr));
  }
  if (address->sa_family != AF_INET6) return false;
  struct sockaddr_in6 six;
  memcpy(&six, address, sizeof six);
  const uint8_t *bytes = six.sin6_addr.s6_addr;
  if (IN6_IS_ADDR_V4MAPPED(&six.sin6_addr)) {
    uint32_t four;
    memcpy(&four, bytes + 12, sizeof four);
    return is_private_v4(ntohl(four));
  }
  return IN6_IS_ADDR_LOOPBACK(&six.sin6_addr) || IN6_IS_ADDR_LINKLOCAL(&six.sin6_addr) ||
         (bytes[0] & 0xFE) == 0xFC;
}

bool cweb_is_private_text(const char *address) {
  struct sockaddr_in four = {.sin_family = AF_INET};
  struct sockaddr_in6 six = {.sin6_family = AF_INET6};
  if (inet_pton(AF_INET, address, &four.sin_addr) == 1) {
    return cweb_is_private((const struct sockaddr *)&four);
  }
  return inet_pton(AF_INET6, address, &six.sin6_addr) == 1 && cweb_is_private((const struct sockaddr *)&six);
}

// The certificate.

void cweb_forget(cweb_identity *identity) { explicit_bzero(identity->key, sizeof identity->key); }

static int add_addresses(gnutls_x509_crt_t certificate, const char *const addresses[], int count) {
  for (int index = 0; index < count; index++) {
    uint8_t bytes[16];
    unsigned size = 0;
    if (inet_pton(AF_INET, addresses[index], bytes) == 1) size = 4;
    if (!size && inet_pton(AF_INET6, addresses[index], bytes) == 1) size = 16;
    if (!size) continue;
    int error = tls.add_address(certificate, GNUTLS_SAN_IPADDRESS, bytes, size, GNUTLS_FSAN_APPEND);
    if (error) return error;
  }
  return 0;
}

static int describe(gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key, int64_t seconds) {
  static const char name[] = "Rotunda";
  uint8_t serial[16];
  time_t start = time(NULL) - 86400;
  int error = tls.random(GNUTLS_RND_NONCE, serial, sizeof serial);
  // A serial number is positive, and does not begin with a zero.
  serial[0] = (uint8_t)((serial[0] & 0x7F) | 1);
  if (!error) error = tls.set_version(certificate, 3);
  if (!error) error = tls.set_serial(certificate, serial, sizeof serial);
  if (!error) error = tls.set_activation(certificate, start);
  if (!error) error = tls.set_expiration(certificate, start + 86400 + (time_t)seconds);
  if (!error) error = tls.set_key(certificate, key);
  if (!error) error = tls.set_name(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, name, sizeof name - 1);
  if (!error) error = tls.set_constraints(certificate, 0, -1);
  if (!error) error = tls.set_usage(certificate, GNUTLS_KEY_DIGITAL_SIGNATURE);
  if (!error) error = tls.set_purpose(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0);
  return error;
}

static int export(gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key, cweb_identity *identity) {
  size_t size = sizeof identity->key - 1;
  int error = tls.key_export(key, GNUTLS_X509_FMT_PEM, identity->key, &size);
  if (error) return error;
  identity->key[size] = 0;
  size = sizeof identity->certificate - 1;
  error = tls.export(certificate, GNUTLS_X509_FMT_PEM, identity->certificate, &size);
  if (error) return error;
  identity->certificate[size] = 0;
  size = sizeof identity->fingerprint;
  return tls.fingerprint(certificate, GNUTLS_DIG_SHA256, identity->fingerprint, &size);
}

const char *cweb_make_identity(
    const char *const addresses[], int count, int64_t seconds, cweb_identity *identity) {
  if (!cweb_is_there()) return "libmicrohttpd or GnuTLS is not installed";
  gnutls_x509_privkey_t key = NULL;
  gnutls_x509_crt_t certificate = NULL;
  memset(identity, 0, sizeof *identity);
  int error = tls.key_init(&key);
  unsigned curve = GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1);
  if (!error) error = tls.key_generate(key, GNUTLS_PK_ECDSA, curve, 0);
  if (!error) error = tls.init(&certificate);
  if (!error) error = describe(certificate, key, seconds);
  if (!error) error = add_addresses(certificate, addresses, count);
  if (!error) error = tls.sign(certificate, certificate, key, GNUTLS_DIG_SHA256, 0);
  if (!error) error = export(certificate, key, identity);
  if (certificate) tls.deinit(certificate);
  if (key) tls.key_deinit(key);
  return error ? tls.strerror(error) : NULL;
}
