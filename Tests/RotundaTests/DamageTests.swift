import Foundation
import TestCompositor
import Testing

/// The damage that each frame reports to the compositor.
@Suite(.serialized) struct DamageTests {
  private func area(_ parts: [FrameRectangle]) -> Double {
    parts.reduce(0) { $0 + Double($1.width) * Double($1.height) }
  }

  /// A library that lists the devices of `DEVICES` as the graphics devices.
  private static let devices = """
    #define _GNU_SOURCE
    #include <dirent.h>
    #include <dlfcn.h>
    #include <stdlib.h>
    #include <string.h>

    DIR *opendir(const char *path) {
      DIR *(*next)(const char *) = dlsym(RTLD_NEXT, "opendir");
      return next(strcmp(path, "/dev/dri") == 0 ? getenv("DEVICES") : path);
    }
    """

  /// Covers software rendering, and graphics devices whose driver falls back to software. Such a driver
  /// reports full damage for every frame.
  @Test(arguments: [false, true]) func aSmallChangeRepaintsItsPartOnly(promisesGraphics: Bool) throws {
    let files = try KioskFiles()
    try FileManager.default.createDirectory(atPath: files.path("devices"), withIntermediateDirectories: false)
    try files.write("", to: "devices/card0")
    let promise = [
      "LD_PRELOAD": try files.library("devices", Self.devices), "DEVICES": files.path("devices"),
    ]
    let kiosk = try Kiosk(environment: promisesGraphics ? promise : ["LIBGL_ALWAYS_SOFTWARE": "true"])
    try kiosk.awaitRest()
    let frames = try #require(kiosk.compositor.window()).frames
    // A finger that rests on a tile shows the pressed state.
    kiosk.compositor.touchDown(id: 0, x: 320, y: 240)
    let window = try kiosk.compositor.waitForFrame(after: frames)
    #expect(!window.bufferDamage.isEmpty)
    #expect(area(window.bufferDamage) < 0.8 * Double(Kiosk.width) * Double(Kiosk.height))
    kiosk.compositor.touchUp(id: 0)
  }

  @Test(arguments: ["true", "false"]) func wholeWindowIsOpaque(software: String) throws {
    let kiosk = try Kiosk(environment: ["LIBGL_ALWAYS_SOFTWARE": software])
    let window = try #require(kiosk.compositor.window())
    let region = try #require(window.opaqueRegion)
    #expect(area(region) >= Double(Kiosk.width) * Double(Kiosk.height))
    #expect(kiosk.compositor.violations.isEmpty)
  }

  @Test func bothRenderersShowTheSamePicture() throws {
    let pictures = try ["true", "false"].map { software in
      let kiosk = try Kiosk(environment: ["LIBGL_ALWAYS_SOFTWARE": software])
      try kiosk.awaitRest()
      return try #require(kiosk.compositor.pixels)
    }
    // The renderers round differently, which shows at the edges between colors.
    #expect(
      pictures[0].differingPixels(from: pictures[1], beyond: 2) < pictures[0].width * pictures[0].height / 500
    )
  }
}
