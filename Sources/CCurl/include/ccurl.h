#pragma once
#include <stdbool.h>
#include <stdint.h>

/// The result of a transfer.
typedef enum {
  /// The file was written.
  CCURL_FETCHED,
  /// The server has no newer version than the caller.
  CCURL_UNCHANGED,
  /// The transfer failed. The words contain the reason.
  CCURL_FAILED,
  /// libcurl is not installed.
  CCURL_ABSENT,
} ccurl_outcome;

/// A request.
typedef struct {
  /// An address that begins with https://, or with http:// if `plain` is set.
  const char *address;
  /// The destination, open for writing.
  int file;
  /// The largest number of bytes to accept.
  int64_t limit;
  /// Seconds since 1970. An older version is not sent; 0 always requests the file.
  int64_t since;
  /// Whether transfers without encryption are allowed.
  bool plain;
  /// The number of bytes that the file has already. The server is asked for the rest. If it sends everything,
  /// the file is emptied first.
  int64_t offset;
  /// Lines that the request has in addition.
  const char *const *headers;
  int header_count;
  /// The longest time of the transfer in seconds; 0 for five minutes.
  long seconds;
  /// Receives the ETag of the answer; empty without one. It can be NULL.
  char *tag;
  /// Receives the status of the answer; 0 without an answer. It can be NULL.
  long *status;
  /// Another thread sets it to end the transfer.
  const volatile int *stop;
} ccurl_request;

enum { CCURL_WORDS = 256, CCURL_TAG = 256 };

/// Fetches a file, and blocks until the transfer ends. The library is loaded for the first request, because
/// it depends on a dozen libraries that would delay every start.
ccurl_outcome ccurl_fetch(const ccurl_request *request, char words[CCURL_WORDS]);
