import Freedesktop

/// A theme's `index.theme`, in a tree where every listed directory has the same icons.
enum IconThemeFuzzing {
  private struct Files: FileAccess {
    let index: [UInt8]

    func kind(of path: String) -> FileKind? {
      path.hasSuffix(".png") || path.hasSuffix(".svg") ? .file(isExecutable: false) : nil
    }

    func contents(of path: String, limit: Int) -> [UInt8]? { index.count <= limit ? index : nil }

    func names(in directory: String) -> [String] {
      directory.utf8.count % 3 == 0 ? ["go-home.png", "system.svg"] : []
    }
  }

  static func run(_ bytes: [UInt8]) {
    _ = try? IconTheme(bytes)
    var lookup = IconLookup(
      files: Files(index: bytes), directories: DataDirectories(paths: ["/usr/share"]), themes: ["Odd"])
    for name in ["go-home", "system.svg", "missing"] {
      for (size, scale) in [(16, 1), (48, 2), (Int.max, Int.max), (0, -1)] {
        let path = lookup.path(for: name, size: size, scale: scale)
        rule(path?.hasPrefix("/") != false, "no path: \(path ?? "")")
      }
    }
  }
}
