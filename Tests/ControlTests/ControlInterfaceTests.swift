import Bus
import Configuration
import Foundation
import FoundationXML
import Shell
import Testing

@testable import Control

@MainActor @Suite struct ControlInterfaceTests {
  @Test(arguments: [
    ("seat0", "org.rotunda.Launcher1"), ("", "org.rotunda.Launcher1"),
    ("seat1", "org.rotunda.Launcher1.seat1"), ("seat-x.y", "org.rotunda.Launcher1.seat_x_y"),
  ]) func eachSeatsLauncherHasItsOwnName(seat: String, name: String) {
    #expect(ControlInterface.busName(seat: seat) == name)
  }

  @Test func everyMethodIsUnderstood() {
    for method in ControlInterface.table.methods {
      let arguments: [BusValue] = method.inputs.map { argument in
        switch argument.type {
        case "u": .uint32(3)
        case "h": .descriptor(0)
        default: .string("x")
        }
      }
      #expect(ControlRequest(method.name, arguments) != nil, "\(method.name)")
    }
    #expect(ControlRequest("Reboot", []) == nil)
  }

  @Test func everyRefusalHasAValidBusName() {
    let refusals: [ControlRefusal] = [
      .notAllowed(.open), .unknownTile, .unavailable("x"), .invalid("x"), .configuration("x"), .notSeen,
      .busy,
      .failed("x"),
    ]
    for refusal in refusals {
      let error = BusError(refusal)
      #expect(error.name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)+/) != nil)
      #expect(!error.message.isEmpty)
    }
    #expect(Set(refusals.map { BusError($0).name }).count == refusals.count)
  }

  @Test func introspectionDocumentIsComplete() throws {
    let text = ControlInterface.table.introspection
    let document = try XMLDocument(xmlString: text, options: [])
    let path = "/node/interface[@name='\(ControlInterface.name)']"
    for (kind, names) in [
      ("method", ControlInterface.table.methods.map(\.name)),
      ("signal", ControlInterface.table.signals.map(\.name)),
      ("property", ControlInterface.table.properties.map(\.name)),
    ] {
      let nodes = try document.nodes(forXPath: "\(path)/\(kind)/@name").compactMap(\.stringValue)
      #expect(nodes == names)
    }
    // Each one has a description.
    let words = try document.nodes(forXPath: "\(path)//annotation[@name='org.gtk.GDBus.DocString']/@value")
    #expect(
      words.count == 1 + ControlInterface.table.methods.count + ControlInterface.table.signals.count
        + ControlInterface.table.properties.count)
  }

  /// `ROTUNDA_UPDATE=1` rewrites the installed file.
  @Test func installedDescriptionMatchesTheProgram() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "systemd/dbus-1/interfaces/org.rotunda.Launcher1.xml")
    let text = ControlInterface.table.introspection
    if ProcessInfo.processInfo.environment["ROTUNDA_UPDATE"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test(
    arguments: [
      (["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/a/b"], "/a/b", nil),
      (
        ["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=x;unix:guid=1,path=/c"], "/run/dbus/system_bus_socket",
        "/c"
      ),
      (["XDG_RUNTIME_DIR": "/run/user/7"], "/run/dbus/system_bus_socket", "/run/user/7/bus"),
    ] as [([String: String], String, String?)])
  func theSocketOfABusIsKnown(environment: [String: String], system: String, session: String?) {
    #expect(BusAddress.socket(of: .system, environment) == system)
    #expect(BusAddress.socket(of: .session, environment) == session)
  }
}
