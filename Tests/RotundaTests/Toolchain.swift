import Foundation

/// The compiler and its companions, as `PATH` finds them.
enum Toolchain {
  /// Runs a program to its end, and collects all that it writes to standard output; what it writes to
  /// standard error comes with it unless `quietly`.
  static func run(_ words: [String], quietly: Bool = false) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    process.standardError = quietly ? FileHandle.nullDevice : output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
