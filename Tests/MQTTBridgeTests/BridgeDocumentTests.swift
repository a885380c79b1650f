import Foundation
@testable import MQTTBridge
import Testing

/// The AsyncAPI document names exactly the topics that the bridge uses.
@Suite struct BridgeDocumentTests {
  private static func lines() throws -> [Substring] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: folder.appending(path: "docs/bridge.asyncapi.yaml"), encoding: .utf8)
    return text.split(separator: "\n")
  }

  /// Returns the values of a key, without quotes.
  private static func values(_ key: String) throws -> [String] {
    try lines().compactMap { line -> String? in
      let line = line.drop { $0 == " " }
      guard line.hasPrefix("\(key): ") else { return nil }
      return String(line.dropFirst(key.count + 2).replacing("'", with: ""))
    }
  }

  @Test func documentNamesExactlyTheTopics() throws {
    let topics = BridgeTopics(prefix: "{topic}", name: "{name}")
    let expected =
      BridgeTopics.Report.allCases.map { topics.topic(of: $0) }
      + BridgeTopics.Order.allCases.map { topics.topic(for: $0) }
      + ["\(topics.topic(for: .message))/{seconds}"]
    #expect(try Self.values("address").sorted() == expected.sorted())
    #expect(try Self.values("action").count == expected.count)
  }

  @Test func documentNamesEventsAndCommands() throws {
    let lists = try Self.values("enum")
    #expect(lists.contains("[\(LauncherEvent.types.joined(separator: ", "))]"))
    #expect(lists.contains("[\(BridgeTopics.Order.allCases.map(\.rawValue).joined(separator: ", "))]"))
    let json = BridgeTests.report().json(EventCounts()).text
    let members = json.dropFirst().dropLast().split(separator: ",").map { pair in
      pair.prefix { $0 != ":" }.replacing("\"", with: "")
    }
    #expect(try Self.values("required").contains("[\(members.joined(separator: ", "))]"))
  }

  @Test func retainedMessagesAreMarked() throws {
    let lines = try Self.lines()
    for report in BridgeTopics.Report.allCases {
      let start = try #require(
        lines.firstIndex { $0.contains("channel: {$ref: '#/channels/\(report.rawValue)'}") })
      let bindings = try #require(lines[start...].first { $0.contains("bindings:") })
      #expect(bindings.contains("retained") == report.isRetained, "\(report)")
    }
  }
}
