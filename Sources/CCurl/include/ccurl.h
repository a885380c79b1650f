#pragma once
#include <stdbool.h>
#include <stdint.h>

/// What came of a transfer.
typedef enum {
  /// The file was written.
  CCURL_FETCHED,
  /// Nothing is newer than what the caller has.
  CCURL_UNCHANGED,
  /// It failed; the words say why.
  CCURL_FAILED,
  /// libcurl is not installed.
  CCURL_ABSENT,
} ccurl_outcome;

/// What is to be fetched, and how.
typedef struct {
  /// An address that begins with https:// or, where `plain` allows that, http://.
  const char *address;
  /// Where its bytes go, open for writing.
  int file;
  /// Bytes that are taken at most.
  int64_t limit;
  /// Seconds since 1970: what did not change since is not sent; 0 asks for it in any case.
  int64_t since;
  /// Whether transfers need not be encrypted.
  bool plain;
  /// Set by another thread to end the transfer.
  const volatile int *stop;
} ccurl_request;

enum { CCURL_WORDS = 256 };

/// Fetches a file; the calling thread waits for it. The library is loaded when it is first needed: loading it
/// with the program would delay every start by what a dozen libraries take.
ccurl_outcome ccurl_fetch(const ccurl_request *request, char words[CCURL_WORDS]);
