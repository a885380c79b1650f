#include "cmosquitto.h"

#include <dlfcn.h>
#include <errno.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
  __typeof__(&mosquitto_lib_init) init;
  __typeof__(&mosquitto_new) create;
  __typeof__(&mosquitto_destroy) destroy;
  __typeof__(&mosquitto_int_option) option;
  __typeof__(&mosquitto_will_set) will;
  __typeof__(&mosquitto_username_pw_set) login;
  __typeof__(&mosquitto_tls_set) tls;
  __typeof__(&mosquitto_connect_async) connect;
  __typeof__(&mosquitto_disconnect) disconnect;
  __typeof__(&mosquitto_publish) publish;
  __typeof__(&mosquitto_subscribe_v5) subscribe;
  __typeof__(&mosquitto_loop_read) read;
  __typeof__(&mosquitto_loop_write) write;
  __typeof__(&mosquitto_loop_misc) work;
  __typeof__(&mosquitto_socket) socket;
  __typeof__(&mosquitto_want_write) wants_write;
  __typeof__(&mosquitto_strerror) text_of_error;
  __typeof__(&mosquitto_reason_string) text_of_reason;
  __typeof__(&mosquitto_connect_callback_set) on_connect;
  __typeof__(&mosquitto_subscribe_callback_set) on_subscribe;
  __typeof__(&mosquitto_publish_callback_set) on_publish;
  __typeof__(&mosquitto_message_callback_set) on_message;
  __typeof__(&mosquitto_log_callback_set) on_log;
} library;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libmosquitto.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
  static const struct {
    const char *name;
    void *place;
  } functions[] = {
    {"mosquitto_lib_init", &library.init},
    {"mosquitto_new", &library.create},
    {"mosquitto_destroy", &library.destroy},
    {"mosquitto_int_option", &library.option},
    {"mosquitto_will_set", &library.will},
    {"mosquitto_username_pw_set", &library.login},
    {"mosquitto_tls_set", &library.tls},
    {"mosquitto_connect_async", &library.connect},
    {"mosquitto_disconnect", &library.disconnect},
    {"mosquitto_publish", &library.publish},
    {"mosquitto_subscribe_v5", &library.subscribe},
    {"mosquitto_loop_read", &library.read},
    {"mosquitto_loop_write", &library.write},
    {"mosquitto_loop_misc", &library.work},
    {"mosquitto_socket", &library.socket},
    {"mosquitto_want_write", &library.wants_write},
    {"mosquitto_strerror", &library.text_of_error},
    {"mosquitto_reason_string", &library.text_of_reason},
    {"mosquitto_connect_callback_set", &library.on_connect},
    {"mosquitto_subscribe_callback_set", &library.on_subscribe},
    {"mosquitto_publish_callback_set", &library.on_publish},
    {"mosquitto_message_callback_set", &library.on_message},
    {"mosquitto_log_callback_set", &library.on_log},
  };
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    void *function = dlsym(handle, functions[index].name);
    if (!function) return;
    *(void **)functions[index].place = function;
  }
  is_loaded = library.init() == MOSQ_ERR_SUCCESS;
}

static bool is_there(void) {
  pthread_once(&once, load);
  return is_loaded;
}

// A TLS record can hold this many small packets.
enum { QOS = 1, MOST_PACKETS = 8192 };

struct cmqtt_client {
  struct mosquitto *client;
  cmqtt_events events;
  int unconfirmed;
};

static const char *problem_of(int result) {
  if (result == MOSQ_ERR_SUCCESS) return NULL;
  return result == MOSQ_ERR_ERRNO ? strerror(errno) : library.text_of_error(result);
}

// The library closes the socket without an error when the broker says that it ends the connection.
static const char *state_after(const cmqtt_client *client, int result) {
  if (result == MOSQ_ERR_SUCCESS && library.socket(client->client) < 0) {
    return "the broker ended the connection";
  }
  return problem_of(result);
}

static void connected(struct mosquitto *mosquitto, void *context, int reason) {
  (void)mosquitto;
  cmqtt_client *client = context;
  client->events.answered(client->events.context, reason ? library.text_of_reason(reason) : NULL);
}

static void subscribed(struct mosquitto *mosquitto, void *context, int number, int count, const int *granted) {
  (void)mosquitto, (void)number;
  cmqtt_client *client = context;
  // From 128 on, the codes of MQTT 5 are refusals.
  client->events.subscribed(client->events.context, count > 0 && granted[0] < 128);
}

static void published(struct mosquitto *mosquitto, void *context, int number) {
  (void)mosquitto, (void)number;
  cmqtt_client *client = context;
  client->unconfirmed--;
}

static void received(struct mosquitto *mosquitto, void *context, const struct mosquitto_message *message) {
  (void)mosquitto;
  cmqtt_client *client = context;
  client->events.message(
      client->events.context, message->topic, message->payload, (size_t)message->payloadlen, message->retain);
}

static void logged(struct mosquitto *mosquitto, void *context, int level, const char *text) {
  (void)mosquitto;
  cmqtt_client *client = context;
  if (level & (MOSQ_LOG_ERR | MOSQ_LOG_WARNING)) client->events.complained(client->events.context, text);
}

static int prepare(struct mosquitto *client, const cmqtt_settings *settings) {
  // Only MQTT 5 can subscribe without messages that the broker kept.
  int result = library.option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  if (!result && settings->will_topic) {
    int length = (int)strlen(settings->will);
    result = library.will(client, settings->will_topic, length, settings->will, QOS, true);
  }
  if (!result && settings->user) result = library.login(client, settings->user, settings->password);
  if (!result && settings->is_encrypted) {
    result = library.tls(
        client, settings->authority_file, settings->authority_directory, settings->certificate_file,
        settings->key_file, NULL);
  }
  return result ? result : library.connect(client, settings->host, settings->port, settings->keep_alive);
}

cmqtt_client *cmqtt_connect(const cmqtt_settings *settings, cmqtt_events events, const char **problem) {
  *problem = "libmosquitto is not installed";
  if (!is_there()) return NULL;
  *problem = strerror(ENOMEM);
  cmqtt_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->events = events;
  // A clean session: the broker keeps no commands while the bridge is away.
  client->client = library.create(settings->client, true, client);
  if (!client->client) {
    free(client);
    return NULL;
  }
  library.on_connect(client->client, connected);
  library.on_subscribe(client->client, subscribed);
  library.on_publish(client->client, published);
  library.on_message(client->client, received);
  library.on_log(client->client, logged);
  *problem = problem_of(prepare(client->client, settings));
  if (!*problem && library.socket(client->client) >= 0) return client;
  if (!*problem) *problem = strerror(ENOTCONN);
  cmqtt_free(client);
  return NULL;
}

void cmqtt_free(cmqtt_client *client) {
  if (!client) return;
  library.destroy(client->client);
  free(client);
}

int cmqtt_socket(cmqtt_client *client) { return library.socket(client->client); }
bool cmqtt_wants_write(cmqtt_client *client) { return library.wants_write(client->client); }
int cmqtt_unconfirmed(cmqtt_client *client) { return client->unconfirmed; }
void cmqtt_leave(cmqtt_client *client) { library.disconnect(client->client); }

const char *cmqtt_read(cmqtt_client *client) {
  // Each call handles one packet. More packets may be decrypted already. The socket does not become readable
  // for them.
  for (int packet = 0; packet < MOST_PACKETS; packet++) {
    errno = 0;
    int result = library.read(client->client, 1);
    bool is_all = errno == EAGAIN;
    const char *problem = state_after(client, result);
    if (problem || is_all) return problem;
  }
  return NULL;
}

const char *cmqtt_write(cmqtt_client *client) {
  return state_after(client, library.write(client->client, 1));
}

const char *cmqtt_work(cmqtt_client *client) { return state_after(client, library.work(client->client)); }

const char *cmqtt_subscribe(cmqtt_client *client, const char *filter) {
  return problem_of(
      library.subscribe(client->client, NULL, filter, QOS, MQTT_SUB_OPT_SEND_RETAIN_NEVER, NULL));
}

const char *cmqtt_publish(
    cmqtt_client *client, const char *topic, const uint8_t *payload, size_t count, bool is_retained) {
  int result = library.publish(client->client, NULL, topic, (int)count, payload, QOS, is_retained);
  if (result == MOSQ_ERR_SUCCESS) client->unconfirmed++;
  if (result == MOSQ_ERR_OVERSIZE_PACKET) {
    client->events.complained(client->events.context, "the broker does not accept a message of this size");
    return NULL;
  }
  return problem_of(result);
}
