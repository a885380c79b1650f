import Foundation
import Testing

@testable import RotundaWaylandScanner

/// Our signatures against the system's copies, so that no typo survives.
struct ProtocolsTests {
  private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Protocols")

  static let files: [URL] =
    (try? FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil))?
    .filter { $0.pathExtension == "xml" }.sorted { $0.path() < $1.path() } ?? []

  /// The directories in which distributions install copies. KDE's have other names.
  private static let roots = [
    "/usr/share/wayland", "/usr/share/wayland-protocols", "/usr/share/wlr-protocols",
    "/usr/share/plasma-wayland-protocols",
  ]

  private static func systemCopy(of file: URL) -> URL? {
    let name = file.lastPathComponent == "kde-idle.xml" ? "idle.xml" : file.lastPathComponent
    for root in roots {
      let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
      if let path = paths.first(where: { $0 == name || $0.hasSuffix("/" + name) }) {
        return URL(filePath: root).appending(path: path)
      }
    }
    return nil
  }

  private static func parse(_ file: URL) throws -> ProtocolDescription {
    try ProtocolParser.parse(try String(contentsOf: file, encoding: .utf8), file: file.path())
  }

  @Test func allFilesFitTogether() throws {
    let sources = try Self.files.map {
      ProtocolSet.Source(file: $0.lastPathComponent, description: try Self.parse($0))
    }
    #expect(sources.count >= 12)
    _ = try ProtocolSet(sources)
  }

  @Test(arguments: files)
  func aFileAgreesWithTheSystemsCopy(file: URL) throws {
    guard let copy = Self.systemCopy(of: file) else {
      // Swift Testing is silent about cases that are canceled.
      print(
        "➜ Test case of aFileAgreesWithTheSystemsCopy skipped: no package here has \(file.lastPathComponent)")
      try Test.cancel()
    }
    let ours = try Self.parse(file)
    let theirs = try Self.parse(copy)
    #expect(ours.name == theirs.name)
    for interface in ours.interfaces {
      let other = try #require(theirs.interfaces.first { $0.name == interface.name })
      #expect(Self.common(interface, other) == Self.common(other, interface), "\(interface.name)")
    }
  }

  /// Returns the members of an interface in the older of two versions.
  private static func common(
    _ interface: InterfaceDescription, _ other: InterfaceDescription
  ) -> InterfaceDescription {
    guard interface.version != other.version else { return interface }
    var result = interface
    result.version = min(interface.version, other.version)
    result.requests.removeAll { $0.since > result.version }
    result.events.removeAll { $0.since > result.version }
    result.enums = []
    return result
  }

  @Test(arguments: files)
  func aFileHoldsNoProse(file: URL) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    for word in ["<description", "<copyright", "summary=", "<!--"] { #expect(!text.contains(word)) }
  }
}
