#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Ed25519 signatures through GnuTLS, which is loaded for the first one. Keys are PEM texts, as openssl(1)
/// writes them: SubjectPublicKeyInfo and plain PKCS #8.

enum { CSIGNATURES_SIZE = 64, CSIGNATURES_KEY_SIZE = 1024 };

/// The result of a check.
typedef enum {
  CSIGNATURES_RIGHT,
  CSIGNATURES_WRONG,
  /// The text is no Ed25519 key.
  CSIGNATURES_NO_KEY,
  /// GnuTLS is not installed.
  CSIGNATURES_ABSENT,
} csignatures_outcome;

/// Checks a signature of `count` bytes with a public key.
csignatures_outcome csignatures_verify(
    const void *key, size_t key_count, const void *bytes, size_t count,
    const uint8_t signature[CSIGNATURES_SIZE]);

/// Signs `count` bytes with a private key.
csignatures_outcome csignatures_sign(
    const void *key, size_t key_count, const void *bytes, size_t count, uint8_t signature[CSIGNATURES_SIZE]);

/// A new key: two PEM texts, which end with a NUL.
typedef struct {
  char private_key[CSIGNATURES_KEY_SIZE];
  char public_key[CSIGNATURES_KEY_SIZE];
} csignatures_pair;

/// Creates a key. Returns the reason why it cannot, or NULL.
const char *csignatures_generate(csignatures_pair *pair);

/// Overwrites a key.
void csignatures_forget(csignatures_pair *pair);
