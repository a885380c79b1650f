#include "ccurl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// Time-outs for a connection and a transfer, and the limits of a stalled transfer: fewer than SLOWEST bytes
// per second for SLOW_SECONDS.
enum { CONNECT_SECONDS = 15, TOTAL_SECONDS = 300, SLOWEST = 64, SLOW_SECONDS = 30, MOST_REDIRECTIONS = 5 };

static struct {
  __typeof__(&curl_global_init) global_init;
  __typeof__(&curl_easy_init) init;
  CURLcode (*setopt)(CURL *, CURLoption, ...);
  __typeof__(&curl_easy_perform) perform;
  CURLcode (*getinfo)(CURL *, CURLINFO, ...);
  __typeof__(&curl_easy_cleanup) cleanup;
  __typeof__(&curl_easy_strerror) strerror;
  __typeof__(&curl_slist_append) append;
  __typeof__(&curl_slist_free_all) free_all;
} library;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *find(void *handle, const char *name) { return handle ? dlsym(handle, name) : NULL; }

static void load(void) {
  void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!handle) handle = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  *(void **)&library.global_init = find(handle, "curl_global_init");
  *(void **)&library.init = find(handle, "curl_easy_init");
  *(void **)&library.setopt = find(handle, "curl_easy_setopt");
  *(void **)&library.perform = find(handle, "curl_easy_perform");
  *(void **)&library.getinfo = find(handle, "curl_easy_getinfo");
  *(void **)&library.cleanup = find(handle, "curl_easy_cleanup");
  *(void **)&library.strerror = find(handle, "curl_easy_strerror");
  *(void **)&library.append = find(handle, "curl_slist_append");
  *(void **)&library.free_all = find(handle, "curl_slist_free_all");
  is_loaded = library.append && library.free_all && library.global_init && library.init && library.setopt && library.perform && library.getinfo &&
              library.cleanup && library.strerror && library.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

struct sink {
  const ccurl_request *request;
  CURL *curl;
  int64_t taken;
  bool is_too_long;
  bool has_begun;
  int error;
};

/// Decides where the first byte of an answer goes: behind the bytes that are there, or in their place.
static bool begin(struct sink *sink) {
  enum { PARTIAL_CONTENT = 206 };
  long status = 0;
  library.getinfo(sink->curl, CURLINFO_RESPONSE_CODE, &status);
  if (status == PARTIAL_CONTENT) {
    sink->taken = sink->request->offset;
    return true;
  }
  if (!ftruncate(sink->request->file, 0) && lseek(sink->request->file, 0, SEEK_SET) == 0) return true;
  sink->error = errno;
  return false;
}

/// Receives the lines of the answer's head.
static size_t note(char *bytes, size_t size, size_t count, void *data) {
  static const char name[] = "etag:";
  struct sink *sink = data;
  size_t length = size * count, start = sizeof name - 1;
  // Each answer on the way has a first line, which ends the tags of the one before.
  if (length > 5 && !memcmp(bytes, "HTTP/", 5)) sink->request->tag[0] = 0;
  if (length <= start || strncasecmp(bytes, name, start)) return length;
  while (start < length && bytes[start] == ' ') start++;
  size_t end = length;
  while (end > start && (bytes[end - 1] == '\r' || bytes[end - 1] == '\n' || bytes[end - 1] == ' ')) end--;
  if (end - start >= CCURL_TAG) return length;
  memcpy(sink->request->tag, bytes + start, end - start);
  sink->request->tag[end - start] = 0;
  return length;
}

static size_t take(char *bytes, size_t size, size_t count, void *data) {
  struct sink *sink = data;
  size_t length = size * count, done = 0;
  if (sink->request->offset > 0 && !sink->has_begun && !begin(sink)) return 0;
  sink->has_begun = true;
  sink->taken += (int64_t)length;
  if (sink->taken > sink->request->limit) {
    sink->is_too_long = true;
    return 0;
  }
  while (done < length) {
    ssize_t written = write(sink->request->file, bytes + done, length - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      sink->error = errno;
      return 0;
    }
    done += (size_t)written;
  }
  return length;
}

static int look(void *data, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
  (void)a, (void)b, (void)c, (void)d;
  const struct sink *sink = data;
  return sink->request->stop && *sink->request->stop;
}

static void set(CURL *curl, struct sink *sink, char *words) {
  const ccurl_request *request = sink->request;
  // The older of two options, which every version supports.
  long protocols = request->plain ? 3L : 2L;
  library.setopt(curl, CURLOPT_URL, request->address);
  library.setopt(curl, (CURLoption)181 /* CURLOPT_PROTOCOLS */, protocols);
  library.setopt(curl, (CURLoption)182 /* CURLOPT_REDIR_PROTOCOLS */, protocols);
  library.setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
  library.setopt(curl, CURLOPT_MAXREDIRS, (long)MOST_REDIRECTIONS);
  library.setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
  library.setopt(curl, CURLOPT_TIMEOUT, request->seconds > 0 ? request->seconds : (long)TOTAL_SECONDS);
  library.setopt(curl, CURLOPT_LOW_SPEED_LIMIT, (long)SLOWEST);
  library.setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)SLOW_SECONDS);
  library.setopt(curl, CURLOPT_NOSIGNAL, 1L);
  library.setopt(curl, CURLOPT_FAILONERROR, 1L);
  library.setopt(curl, CURLOPT_USERAGENT, "rotunda");
  library.setopt(curl, CURLOPT_ERRORBUFFER, words);
  library.setopt(curl, CURLOPT_WRITEFUNCTION, take);
  library.setopt(curl, CURLOPT_WRITEDATA, sink);
  library.setopt(curl, CURLOPT_NOPROGRESS, 0L);
  library.setopt(curl, CURLOPT_XFERINFOFUNCTION, look);
  library.setopt(curl, CURLOPT_XFERINFODATA, sink);
  if (request->tag) {
    library.setopt(curl, CURLOPT_HEADERFUNCTION, note);
    library.setopt(curl, CURLOPT_HEADERDATA, sink);
  }
  if (request->offset > 0) {
    char range[32];
    snprintf(range, sizeof range, "%lld-", (long long)request->offset);
    library.setopt(curl, CURLOPT_RANGE, range);
  }
  if (request->since <= 0) return;
  library.setopt(curl, CURLOPT_TIMECONDITION, (long)CURL_TIMECOND_IFMODSINCE);
  library.setopt(curl, CURLOPT_TIMEVALUE_LARGE, (curl_off_t)request->since);
}

ccurl_outcome ccurl_fetch(const ccurl_request *request, char words[CCURL_WORDS]) {
  char error[CURL_ERROR_SIZE] = "";
  words[0] = 0;
  pthread_once(&once, load);
  CURL *curl = is_loaded ? library.init() : NULL;
  if (!curl) return CCURL_ABSENT;
  struct sink sink = {.request = request, .curl = curl};
  set(curl, &sink, error);
  struct curl_slist *headers = NULL;
  for (int index = 0; index < request->header_count; index++) {
    struct curl_slist *longer = library.append(headers, request->headers[index]);
    if (longer) headers = longer;
  }
  if (headers) library.setopt(curl, CURLOPT_HTTPHEADER, headers);
  CURLcode code = library.perform(curl);
  long unmet = 0, status = 0;
  library.getinfo(curl, CURLINFO_CONDITION_UNMET, &unmet);
  library.getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  if (request->status) *request->status = status;
  library.setopt(curl, CURLOPT_ERRORBUFFER, NULL);
  library.cleanup(curl);
  if (headers) library.free_all(headers);
  if (code == CURLE_OK) return unmet || status == 304 ? CCURL_UNCHANGED : CCURL_FETCHED;
  const char *reason = error[0] ? error : library.strerror(code);
  if (sink.is_too_long) reason = "it is too long";
  if (sink.error) reason = strerror(sink.error);
  snprintf(words, CCURL_WORDS, "%s", reason);
  return CCURL_FAILED;
}
