import Foundation
import TestCompositor
import Testing

/// A reset or suspended graphics driver loses everything, and the launcher starts its graphics again.
@Suite(.serialized) struct GraphicsLossTests {
  /// A library between the launcher and EGL. It fails the first frame after the file in `LOSE_CONTEXT`
  /// appears: with a lost context, or with the EGL error number in `LOSE_WITH`.
  private static let saboteur = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>

    #include <EGL/egl.h>

    static EGLBoolean (*swap_with_damage)(EGLDisplay, EGLSurface, const EGLint *, EGLint);
    static int is_lost;

    static int lose(void) { return is_lost = unlink(getenv("LOSE_CONTEXT")) == 0; }

    static EGLBoolean swap_or_lose(EGLDisplay display, EGLSurface surface, const EGLint *parts, EGLint count) {
      return lose() ? EGL_FALSE : swap_with_damage(display, surface, parts, count);
    }

    EGLBoolean eglSwapBuffers(EGLDisplay display, EGLSurface surface) {
      EGLBoolean (*next)(EGLDisplay, EGLSurface) = dlsym(RTLD_NEXT, "eglSwapBuffers");
      return lose() ? EGL_FALSE : next(display, surface);
    }

    unsigned glGetError(void) {
      unsigned (*next)(void) = dlsym(RTLD_NEXT, "glGetError");
      // OpenGL reports only the loss of a context.
      return !getenv("LOSE_WITH") && lose() ? 0x0507 : next();
    }

    EGLint eglGetError(void) {
      EGLint (*next)(void) = dlsym(RTLD_NEXT, "eglGetError");
      const char *chosen = getenv("LOSE_WITH");
      EGLint error = !is_lost ? next() : chosen ? strtol(chosen, 0, 16) : EGL_CONTEXT_LOST;
      is_lost = 0;
      return error;
    }

    __eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name) {
      __eglMustCastToProperFunctionPointerType (*next)(const char *) = dlsym(RTLD_NEXT, "eglGetProcAddress");
      if (strncmp(name, "eglSwapBuffersWithDamage", 24) != 0) return next(name);
      swap_with_damage = (void *)next(name);
      return (void *)swap_or_lose;
    }
    """

  @Test func lostContextIsRestoredWithAllPictures() throws {
    let files = try KioskFiles()
    let library = try files.library("saboteur", Self.saboteur)
    let kiosk = try Kiosk(environment: [
      "LD_PRELOAD": library, "LOSE_CONTEXT": files.path("lose"), "LIBGL_ALWAYS_SOFTWARE": "false",
    ])
    try kiosk.awaitRest()
    let side = try #require(kiosk.place(of: .green))
    try files.write("", to: "lose")
    kiosk.tap(x: side.x, y: side.y)
    try kiosk.launcher.waitForOutput("drawing restarts")
    try kiosk.awaitCentered(.green)
    #expect(kiosk.launcher.output.components(separatedBy: "drawing restarts").count == 2)
    #expect(kiosk.launcher.exit == nil)
  }

  /// Some compositors and drivers lose only a window's surface, for example when a screen is unplugged. EGL
  /// reports these errors.
  @Test(arguments: [("EGL_BAD_SURFACE", "300D"), ("EGL_BAD_NATIVE_WINDOW", "300B")])
  func lostSurfaceIsRestored(name: String, code: String) throws {
    let files = try KioskFiles()
    let kiosk = try Kiosk(environment: [
      "LD_PRELOAD": try files.library("saboteur", Self.saboteur), "LOSE_CONTEXT": files.path("lose"),
      "LOSE_WITH": code, "LIBGL_ALWAYS_SOFTWARE": "false",
    ])
    try kiosk.awaitRest()
    let side = try #require(kiosk.place(of: .green))
    try files.write("", to: "lose")
    kiosk.tap(x: side.x, y: side.y)
    try kiosk.launcher.waitForOutput("drawing restarts: the window's surface is lost")
    try kiosk.awaitCentered(.green)
    #expect(kiosk.launcher.output.components(separatedBy: "drawing restarts").count == 2)
    #expect(kiosk.launcher.exit == nil)
  }
}
