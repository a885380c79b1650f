import Foundation

/// What a tile's program saw, as `ProbeProgram` writes it down.
struct ProbeReport: Codable {
  var processID: Int32
  var arguments: [String]
  var environment: [String: String]
  var workingDirectory: String
  var blockedSignals: UInt64
  var descriptors: [Int]
}
