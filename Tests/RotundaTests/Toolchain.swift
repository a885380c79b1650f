import Foundation

/// The compiler and related tools, found in `PATH`.
enum Toolchain {
  /// Runs a program to its end and collects its standard output, with its standard error unless `quietly`.
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
