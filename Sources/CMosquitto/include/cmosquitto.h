#ifndef CMOSQUITTO_H
#define CMOSQUITTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A connection to an MQTT broker, by libmosquitto. The library is loaded for the first connection, so that
/// only the bridge has it. A client has one connection: make another one after it is lost.

typedef struct cmqtt_client cmqtt_client;

/// Texts that are NULL are absent.
typedef struct {
  const char *host;
  int port;
  /// Seconds of silence after which the broker and the client ask for a sign of life.
  int keep_alive;
  const char *client;
  const char *user, *password;
  bool is_encrypted;
  /// The certificates of authorities, a file or a directory with hashes as names.
  const char *authority_file, *authority_directory;
  const char *certificate_file, *key_file;
  /// The retained message that the broker publishes when the connection is lost.
  const char *will_topic, *will;
} cmqtt_settings;

/// Functions that `cmqtt_read`, `cmqtt_write` and `cmqtt_work` call. They must not free the client.
typedef struct {
  void *context;
  /// The broker accepted the connection: NULL, or refused it for a reason.
  void (*answered)(void *context, const char *refusal);
  /// The broker granted or refused a subscription.
  void (*subscribed)(void *context, bool is_granted);
  void (*message)(
      void *context, const char *topic, const uint8_t *payload, size_t count, bool is_retained);
  /// An error or a warning of the library, for a log.
  void (*complained)(void *context, const char *text);
} cmqtt_events;

/// Begins to connect. The name of the host is looked up at once; nothing else waits. Returns NULL with a
/// reason in `problem`, which stays valid until the next call.
cmqtt_client *cmqtt_connect(const cmqtt_settings *settings, cmqtt_events events, const char **problem);
void cmqtt_free(cmqtt_client *client);

/// The socket to wait for.
int cmqtt_socket(cmqtt_client *client);
/// Whether to wait until the socket is writable, too.
bool cmqtt_wants_write(cmqtt_client *client);

/// These return NULL, or the reason why the connection is lost.
const char *cmqtt_read(cmqtt_client *client);
const char *cmqtt_write(cmqtt_client *client);
/// Asks for a sign of life when it is time. Call it every few seconds.
const char *cmqtt_work(cmqtt_client *client);

/// Subscribes to a filter with QoS 1, without the messages that the broker kept.
const char *cmqtt_subscribe(cmqtt_client *client, const char *filter);
/// Publishes with QoS 1.
const char *cmqtt_publish(
    cmqtt_client *client, const char *topic, const uint8_t *payload, size_t count, bool is_retained);
/// The messages that the broker has not confirmed.
int cmqtt_unconfirmed(cmqtt_client *client);
/// Tells the broker that the client leaves. The broker then does not publish the will.
void cmqtt_leave(cmqtt_client *client);

#endif
