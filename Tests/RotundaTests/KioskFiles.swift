import Foundation
import TestCompositor
import Testing

/// A temporary directory with a configuration, pictures in plain colors and the programs' reports. It is
/// removed with the object.
final class KioskFiles {
  /// The colors of the pictures that identify tiles. Nothing else on the screen has them.
  enum Paint: String, CaseIterable {
    case red, green, blue, yellow, magenta

    var color: PixelSnapshot.Color {
      switch self {
      case .red: .init(red: 255, green: 0, blue: 0)
      case .green: .init(red: 0, green: 255, blue: 0)
      case .blue: .init(red: 0, green: 0, blue: 255)
      case .yellow: .init(red: 255, green: 255, blue: 0)
      case .magenta: .init(red: 255, green: 0, blue: 255)
      }
    }

    /// Reports whether a pixel shows the color at any brightness: tiles beside the center are darker.
    func isSeen(in pixel: PixelSnapshot.Color) -> Bool {
      let brightest = max(pixel.red, pixel.green, pixel.blue)
      func lit(_ channel: UInt8) -> UInt8 { channel == 255 ? brightest : 0 }
      return brightest >= 90 && pixel.red == lit(color.red) && pixel.green == lit(color.green)
        && pixel.blue == lit(color.blue)
    }
  }

  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "rotunda-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for paint in Paint.allCases { try write(paint) }
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  func path(_ name: String) -> String { directory.appending(path: name).path }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: directory.appending(path: name))
    return path(name)
  }

  /// Runs a shell script to its end. The script's `$D` is the directory.
  func run(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-ec", script]
    process.environment = ["D": directory.path, "PATH": "/usr/bin:/bin"]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// Writes a browser that runs a script and then waits for a line in the pipe `go`.
  ///
  /// - Returns: The browser and a tile that opens it, in the configuration's syntax.
  func webTile(browser script: String) throws -> String {
    let browser = try write("#!/bin/sh\n\(script)\nread -r words <'\(path("go"))'\n", to: "firefox-esr")
    chmod(browser, 0o755)
    mkfifo(path("go"), 0o600)
    return """
      [browser]
      command = ['\(browser)']
      [[tile]]
      name = "red"
      icon = "red.png"
      url = "https://example.org/"
      """
  }

  private func write(_ paint: Paint) throws {
    let (size, color) = (64, paint.color)
    let pixel = [color.blue, color.green, color.red, 255]
    let bytes = Array(repeatElement(pixel, count: size * size).joined())
    try PixelSnapshot(width: size, height: size, bytes: bytes).writePNG(to: path("\(paint.rawValue).png"))
  }

  /// The path of the report by a tile's probe.
  func reportPath(_ paint: Paint) -> String { path("\(paint.rawValue).json") }

  /// Waits for the report of a tile's program and returns it.
  func report(_ paint: Paint) throws -> ProbeReport {
    let path = reportPath(paint)
    try waitUntil("the report of the \(paint.rawValue) tile's program") {
      FileManager.default.fileExists(atPath: path)
    }
    return try JSONDecoder().decode(ProbeReport.self, from: Data(contentsOf: URL(filePath: path)))
  }

  func forgetReport(_ paint: Paint) throws {
    try FileManager.default.removeItem(atPath: reportPath(paint))
  }

  /// Sends an order to a waiting program.
  func order(_ words: String, to paint: Paint) throws {
    var descriptor: Int32 = -1
    try waitUntil("the \(paint.rawValue) tile's program to listen") {
      descriptor = open(reportPath(paint) + ".go", O_WRONLY | O_NONBLOCK)
      return descriptor >= 0
    }
    let pipe = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try pipe.write(contentsOf: Data(words.utf8))
  }
}

/// A time-out, with the text of the awaited event.
struct WaitTimeout: Error, CustomStringConvertible {
  let awaited: String
  var description: String { "waited in vain for \(awaited)" }
}

/// Waits for a condition outside the compositor, with the same time-out as for conditions inside.
func waitUntil(_ what: String, _ condition: () throws -> Bool) throws {
  let deadline = Date(timeIntervalSinceNow: TestCompositor.patience)
  while try !condition() {
    guard Date() < deadline else {
      throw WaitTimeout(awaited: what)
    }
    usleep(5000)
  }
}

/// Files that only single tests need.
extension KioskFiles {
  /// Writes a picture that is longer than a page: red, with blue at its end.
  func writeTallPicture(to name: String) throws {
    let (red, blue) = (Paint.red.color, Paint.blue.color)
    var bytes: [UInt8] = []
    for row in 0..<320 {
      let color = row < 300 ? red : blue
      for _ in 0..<64 { bytes += [color.blue, color.green, color.red, 255] }
    }
    try PixelSnapshot(width: 64, height: 320, bytes: bytes).writePNG(to: path(name))
  }

  /// Compiles a C library that `LD_PRELOAD` puts between the launcher and the system. Returns its path.
  ///
  /// - Parameter options: Additional compiler options.
  func library(_ name: String, _ source: String, options: [String] = []) throws -> String {
    let library = path("\(name).so")
    let file = try write(source, to: "\(name).c")
    let compiler = try Process.run(
      URL(filePath: "/usr/bin/env"),
      arguments: ["clang", "-shared", "-fPIC", "-o", library, file, "-ldl"] + options)
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw WaitTimeout(awaited: "\(name).c to compile") }
    return library
  }

  /// Compiles the launcher's message catalogs for some languages. Returns the value for `TEXTDOMAINDIR`.
  func compileCatalogs(_ languages: [String]) throws -> String {
    for language in languages {
      let directory = directory.appending(path: "locale/\(language)/LC_MESSAGES")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let source = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../po/\(language).po")
      let compiler = Process()
      compiler.executableURL = URL(filePath: "/usr/bin/env")
      compiler.arguments = ["msgfmt", "-o", directory.appending(path: "rotunda.mo").path, source.path]
      try compiler.run()
      compiler.waitUntilExit()
      try #require(compiler.terminationStatus == 0)
    }
    return path("locale")
  }
}

/// The state that a tile's program found, in `ProbeProgram`'s format.
struct ProbeReport: Codable {
  var processID: Int32
  var arguments: [String]
  var environment: [String: String]
  var workingDirectory: String
  var blockedSignals: UInt64
  var descriptors: [Int]
}
