#include "cspeech.h"

#include <dlfcn.h>
#include <libspeechd.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>

// The time-out for an answer of the server, in seconds.
enum { ANSWER_SECONDS = 10 };

static struct {
  __typeof__(&spd_get_default_address) address;
  __typeof__(&SPDConnectionAddress__free) free_address;
  __typeof__(&spd_open2) open;
  __typeof__(&spd_close) close;
  __typeof__(&spd_say) say;
  __typeof__(&spd_cancel) cancel;
  __typeof__(&spd_set_language) set_language;
  __typeof__(&spd_set_voice_rate) set_rate;
  __typeof__(&spd_set_voice_pitch) set_pitch;
} library;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libspeechd.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  *(void **)&library.address = dlsym(handle, "spd_get_default_address");
  *(void **)&library.free_address = dlsym(handle, "SPDConnectionAddress__free");
  *(void **)&library.open = dlsym(handle, "spd_open2");
  *(void **)&library.close = dlsym(handle, "spd_close");
  *(void **)&library.say = dlsym(handle, "spd_say");
  *(void **)&library.cancel = dlsym(handle, "spd_cancel");
  *(void **)&library.set_language = dlsym(handle, "spd_set_language");
  *(void **)&library.set_rate = dlsym(handle, "spd_set_voice_rate");
  *(void **)&library.set_pitch = dlsym(handle, "spd_set_voice_pitch");
  is_loaded = library.address && library.free_address && library.open && library.close && library.say &&
              library.cancel && library.set_language && library.set_rate && library.set_pitch;
}

bool cspeech_is_installed(void) {
  pthread_once(&once, load);
  return is_loaded;
}

static SPDConnection *connection(cspeech_voice *voice) { return (SPDConnection *)voice; }

cspeech_outcome cspeech_open(cspeech_voice **voice) {
  if (!cspeech_is_installed()) return CSPEECH_ABSENT;
  char *problem = NULL;
  SPDConnectionAddress *address = library.address(&problem);
  free(problem);
  if (!address) return CSPEECH_UNREACHABLE;
  problem = NULL;
  // 0, because a server that the library starts would inherit this thread's signal mask and the launcher's
  // restrictions.
  SPDConnection *opened = library.open("rotunda", "launcher", NULL, SPD_MODE_SINGLE, address, 0, &problem);
  free(problem);
  library.free_address(address);
  *voice = (cspeech_voice *)opened;
  if (!opened) return CSPEECH_UNREACHABLE;
  struct timeval limit = {.tv_sec = ANSWER_SECONDS};
  setsockopt(opened->socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(opened->socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  return CSPEECH_DONE;
}

cspeech_outcome cspeech_say(
    cspeech_voice *voice, const char *text, const char *language, const cspeech_manner *manner) {
  SPDConnection *to = connection(voice);
  if (library.cancel(to) < 0) return CSPEECH_UNREACHABLE;
  if (!text) return CSPEECH_DONE;
  // A voice without the language speaks in its own.
  if (language) library.set_language(to, language);
  // Values that were never changed keep the server's settings.
  if (manner) {
    library.set_rate(to, manner->rate);
    library.set_pitch(to, manner->pitch);
  }
  return library.say(to, SPD_TEXT, text) < 0 ? CSPEECH_UNREACHABLE : CSPEECH_DONE;
}

void cspeech_close(cspeech_voice *voice) { library.close(connection(voice)); }
