#pragma once
// Decoding of pictures (gdk-pixbuf).
#include <gdk-pixbuf/gdk-pixbuf.h>

typedef void (*rotunda_size_prepared)(GdkPixbufLoader *_Nonnull, int, int, void *_Nullable);

/// Calls `callback` when the loader has read the picture's extent and has not yet made room for its pixels.
static inline void rotunda_loader_on_size_prepared(
    GdkPixbufLoader *_Nonnull loader, rotunda_size_prepared _Nonnull callback, void *_Nullable data) {
  g_signal_connect_data(loader, "size-prepared", G_CALLBACK(callback), data, NULL, (GConnectFlags)0);
}

/// Gives back a reference to a GObject.
static inline void rotunda_pixbuf_object_unref(void *_Nonnull object) { g_object_unref(object); }
