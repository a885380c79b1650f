import Foundation
import TestCompositor
import Testing

/// Drivers that offer only what the standards guarantee, and small textures. The tests restrict the real
/// driver.
@Suite(.serialized) struct PoorDriverTests {
  /// A library between the launcher and the driver. It hides all optional extensions and limits textures to
  /// `LARGEST_TEXTURE`.
  private static let censor = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdlib.h>
    #include <string.h>

    static const char *const optional[] = {
      "EGL_EXT_buffer_age", "EGL_KHR_swap_buffers_with_damage", "EGL_EXT_swap_buffers_with_damage",
      "EGL_EXT_create_context_robustness",
    };

    const char *eglQueryString(void *display, int name) {
      static char kept[65536];
      const char *(*next)(void *, int) = dlsym(RTLD_NEXT, "eglQueryString");
      const char *names = next(display, name);
      if (!display || !names || name != 0x3055 || strlen(names) >= sizeof kept) return names;
      strcpy(kept, names);
      for (size_t i = 0; i < sizeof optional / sizeof *optional; i++) {
        char *found = strstr(kept, optional[i]);
        if (found) memset(found, ' ', strlen(optional[i]));
      }
      return kept;
    }

    const unsigned char *glGetString(unsigned name) {
      const unsigned char *(*next)(unsigned) = dlsym(RTLD_NEXT, "glGetString");
      return name == 0x1F03 ? (const unsigned char *)"" : next(name);
    }

    void glGetIntegerv(unsigned name, int *value) {
      void (*next)(unsigned, int *) = dlsym(RTLD_NEXT, "glGetIntegerv");
      next(name, value);
      const char *largest = getenv("LARGEST_TEXTURE");
      if (name == 0x0D33 && largest) *value = atoi(largest);
    }
    """

  @Test func launcherWorksWithoutDriverExtensions() throws {
    let files = try KioskFiles()
    let kiosk = try Kiosk(environment: [
      "LD_PRELOAD": try files.library("censor", Self.censor), "LARGEST_TEXTURE": "1024",
      "LIBGL_ALWAYS_SOFTWARE": "false",
    ])
    try kiosk.awaitRest()
    let side = try #require(kiosk.place(of: .green))
    kiosk.tap(x: side.x, y: side.y)
    try kiosk.awaitCentered(.green)
    try kiosk.awaitTile(.red)
    #expect(kiosk.launcher.exit == nil)
  }

  /// A picture of 5,000 pixels on a screen of 4,096 appears complete and in place, with less detail.
  @Test func picturesLargerThanATextureAreShown() throws {
    let files = try KioskFiles()
    let large = PixelSnapshot.stripes(Self.colors, width: 5000, height: 500)
    try large.writePNG(to: files.path("large.png"))
    let tiles =
      "[background]\npicture = \"large.png\"\ndimming = 0\n[[tile]]\nname = \"A\"\npicture = \"large.png\"\nrun = [\"true\"]\n"
    let censor = try files.library("censor", Self.censor)
    for largest in ["4096", "2048", "1024"] {
      let kiosk = try Kiosk(
        tiles: tiles, files: files,
        environment: [
          "LD_PRELOAD": censor, "LARGEST_TEXTURE": largest, "LIBGL_ALWAYS_SOFTWARE": "false",
        ], waits: false
      ) { $0.outputs = [OutputOptions(width: 4096, height: 400)] }
      try kiosk.launcher.waitForOutput("window: 4096×400 points at 1.0, fullscreen")
      try kiosk.awaitRest()
      let seen = try #require(kiosk.compositor.pixels)
      #expect(seen.width == 4096)
      // The middle of each stripe, above and below the tile.
      for (stripe, color) in Self.colors.enumerated() {
        for y in [12, 387] {
          let pixel = seen.color(x: 512 + stripe * 1024, y: y)
          let far = [(pixel.red, color.red), (pixel.green, color.green), (pixel.blue, color.blue)].map {
            abs(Int($0) - Int($1))
          }
          #expect(far.allSatisfy { $0 <= 3 }, "\(pixel) in stripe \(stripe), textures of \(largest)")
        }
      }
    }
  }

  private static let colors: [(red: UInt8, green: UInt8, blue: UInt8)] = [
    (200, 40, 40), (40, 200, 40), (40, 40, 200), (180, 180, 40),
  ]
}

extension PixelSnapshot {
  /// Vertical stripes of equal width.
  fileprivate static func stripes(
    _ colors: [(red: UInt8, green: UInt8, blue: UInt8)], width: Int, height: Int
  ) -> PixelSnapshot {
    var row: [UInt8] = []
    for color in colors {
      for _ in 0..<width / colors.count { row += [color.blue, color.green, color.red, 255] }
    }
    var bytes: [UInt8] = []
    for _ in 0..<height { bytes += row }
    return PixelSnapshot(width: width, height: height, bytes: bytes)
  }
}
