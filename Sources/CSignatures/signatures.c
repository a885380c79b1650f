#include "csignatures.h"

#include <dlfcn.h>
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

static struct {
  __typeof__(&gnutls_pubkey_init) public_init;
  __typeof__(&gnutls_pubkey_deinit) public_deinit;
  __typeof__(&gnutls_pubkey_import) public_import;
  __typeof__(&gnutls_pubkey_import_privkey) public_of_private;
  __typeof__(&gnutls_pubkey_export) public_export;
  __typeof__(&gnutls_pubkey_get_pk_algorithm) public_algorithm;
  __typeof__(&gnutls_pubkey_verify_data2) verify;
  __typeof__(&gnutls_privkey_init) private_init;
  __typeof__(&gnutls_privkey_deinit) private_deinit;
  __typeof__(&gnutls_privkey_import_x509_raw) private_import;
  __typeof__(&gnutls_privkey_get_pk_algorithm) private_algorithm;
  __typeof__(&gnutls_privkey_generate) generate;
  __typeof__(&gnutls_privkey_sign_data2) sign;
  __typeof__(&gnutls_privkey_export_x509) private_plain;
  __typeof__(&gnutls_x509_privkey_export_pkcs8) plain_export;
  __typeof__(&gnutls_x509_privkey_deinit) plain_deinit;
  __typeof__(&gnutls_strerror) strerror;
  /// A variable of GnuTLS that contains its function.
  __typeof__(&gnutls_free) free;
} library;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libgnutls.so.30", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  bool is_whole = true;
#define FIND(member, name) is_whole = (*(void **)&library.member = dlsym(handle, name)) && is_whole
  FIND(public_init, "gnutls_pubkey_init");
  FIND(public_deinit, "gnutls_pubkey_deinit");
  FIND(public_import, "gnutls_pubkey_import");
  FIND(public_of_private, "gnutls_pubkey_import_privkey");
  FIND(public_export, "gnutls_pubkey_export");
  FIND(public_algorithm, "gnutls_pubkey_get_pk_algorithm");
  FIND(verify, "gnutls_pubkey_verify_data2");
  FIND(private_init, "gnutls_privkey_init");
  FIND(private_deinit, "gnutls_privkey_deinit");
  FIND(private_import, "gnutls_privkey_import_x509_raw");
  FIND(private_algorithm, "gnutls_privkey_get_pk_algorithm");
  FIND(generate, "gnutls_privkey_generate");
  FIND(sign, "gnutls_privkey_sign_data2");
  FIND(private_plain, "gnutls_privkey_export_x509");
  FIND(plain_export, "gnutls_x509_privkey_export_pkcs8");
  FIND(plain_deinit, "gnutls_x509_privkey_deinit");
  FIND(strerror, "gnutls_strerror");
  FIND(free, "gnutls_free");
#undef FIND
  is_loaded = is_whole;
}

static bool is_there(void) {
  pthread_once(&once, load);
  return is_loaded;
}

/// GnuTLS does not write through this pointer.
static gnutls_datum_t datum(const void *bytes, size_t count) {
  return (gnutls_datum_t){.data = (unsigned char *)(uintptr_t)bytes, .size = (unsigned)count};
}

csignatures_outcome csignatures_verify(
    const void *key, size_t key_count, const void *bytes, size_t count,
    const uint8_t signature[CSIGNATURES_SIZE]) {
  if (!is_there()) return CSIGNATURES_ABSENT;
  if (key_count > UINT_MAX || count > UINT_MAX) return CSIGNATURES_WRONG;
  gnutls_pubkey_t public_key;
  if (library.public_init(&public_key)) return CSIGNATURES_NO_KEY;
  csignatures_outcome outcome = CSIGNATURES_NO_KEY;
  const gnutls_datum_t pem = datum(key, key_count), data = datum(bytes, count);
  const gnutls_datum_t sign = datum(signature, CSIGNATURES_SIZE);
  if (!library.public_import(public_key, &pem, GNUTLS_X509_FMT_PEM) &&
      library.public_algorithm(public_key, NULL) == GNUTLS_PK_EDDSA_ED25519) {
    int result = library.verify(public_key, GNUTLS_SIGN_EDDSA_ED25519, 0, &data, &sign);
    outcome = result >= 0 ? CSIGNATURES_RIGHT : CSIGNATURES_WRONG;
  }
  library.public_deinit(public_key);
  return outcome;
}

csignatures_outcome csignatures_sign(
    const void *key, size_t key_count, const void *bytes, size_t count, uint8_t signature[CSIGNATURES_SIZE]) {
  if (!is_there()) return CSIGNATURES_ABSENT;
  if (key_count > UINT_MAX || count > UINT_MAX) return CSIGNATURES_WRONG;
  gnutls_privkey_t private_key;
  if (library.private_init(&private_key)) return CSIGNATURES_NO_KEY;
  csignatures_outcome outcome = CSIGNATURES_NO_KEY;
  const gnutls_datum_t pem = datum(key, key_count), data = datum(bytes, count);
  gnutls_datum_t sign = {0};
  if (!library.private_import(private_key, &pem, GNUTLS_X509_FMT_PEM, NULL, 0) &&
      library.private_algorithm(private_key, NULL) == GNUTLS_PK_EDDSA_ED25519) {
    int error = library.sign(private_key, GNUTLS_SIGN_EDDSA_ED25519, 0, &data, &sign);
    outcome = !error && sign.size == CSIGNATURES_SIZE ? CSIGNATURES_RIGHT : CSIGNATURES_WRONG;
    if (outcome == CSIGNATURES_RIGHT) memcpy(signature, sign.data, CSIGNATURES_SIZE);
    if (sign.data) (*library.free)(sign.data);
  }
  library.private_deinit(private_key);
  return outcome;
}

static int export(gnutls_privkey_t private_key, gnutls_pubkey_t public_key, csignatures_pair *pair) {
  size_t size = sizeof pair->public_key - 1;
  int error = library.public_of_private(public_key, private_key, 0, 0);
  if (!error) error = library.public_export(public_key, GNUTLS_X509_FMT_PEM, pair->public_key, &size);
  if (error) return error;
  pair->public_key[size] = 0;
  gnutls_x509_privkey_t plain;
  error = library.private_plain(private_key, &plain);
  if (error) return error;
  size = sizeof pair->private_key - 1;
  error = library.plain_export(plain, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN, pair->private_key, &size);
  library.plain_deinit(plain);
  if (!error) pair->private_key[size] = 0;
  return error;
}

const char *csignatures_generate(csignatures_pair *pair) {
  if (!is_there()) return "GnuTLS is not installed";
  memset(pair, 0, sizeof *pair);
  gnutls_privkey_t private_key = NULL;
  gnutls_pubkey_t public_key = NULL;
  int error = library.private_init(&private_key);
  if (!error) error = library.public_init(&public_key);
  if (!error) error = library.generate(private_key, GNUTLS_PK_EDDSA_ED25519, 256, 0);
  if (!error) error = export(private_key, public_key, pair);
  if (public_key) library.public_deinit(public_key);
  if (private_key) library.private_deinit(private_key);
  return error ? library.strerror(error) : NULL;
}

void csignatures_forget(csignatures_pair *pair) { explicit_bzero(pair, sizeof *pair); }
