import Foundation
@testable import MQTTBridge
import Testing

/// The message by which Home Assistant finds a kiosk.
@Suite struct HomeAssistantTests {
  private typealias Object = [String: Any]

  private static func message(
    name: String = "lobby", version: String? = "1.0", hasBrightness: Bool = true
  ) -> Bridge.Publication {
    let topics = BridgeTopics(prefix: "rotunda", name: name)
    return HomeAssistant(topics, name: name, topic: "homeassistant").configuration(
      version: version, hasBrightness: hasBrightness)
  }

  private static func object(_ publication: Bridge.Publication) throws -> Object {
    try #require(JSONSerialization.jsonObject(with: Data(publication.payload)) as? Object)
  }

  @Test func deviceIsDescribed() throws {
    let message = Self.message()
    #expect(message.topic == "homeassistant/device/rotunda-lobby/config" && message.isRetained)
    let object = try Self.object(message)
    let device = try #require(object["device"] as? Object)
    #expect(device["identifiers"] as? [String] == ["rotunda-lobby"] && device["name"] as? String == "lobby")
    #expect(device["sw_version"] as? String == "1.0")
    #expect((object["origin"] as? Object)?["name"] as? String == "rotunda")
    let unknown = try Self.object(Self.message(version: nil))
    #expect((unknown["device"] as? Object)?["sw_version"] == nil)
  }

  /// The members that Home Assistant requires of each kind of entity, and others that it accepts there,
  /// from its documentation of MQTT, 2024.11.
  private static let kinds: [String: (required: Set<String>, optional: Set<String>)] = [
    "switch": (["command_topic"], ["state_topic", "value_template", "payload_on", "payload_off"]),
    "binary_sensor": (["state_topic"], ["value_template", "device_class"]),
    "sensor": (["state_topic"], ["value_template", "device_class", "state_class", "unit_of_measurement"]),
    "event": (["state_topic", "event_types"], ["value_template", "device_class"]),
    "image": (["image_topic"], ["content_type", "image_encoding"]),
    "button": (["command_topic"], ["payload_press", "device_class"]),
    "text": (["command_topic"], ["state_topic", "value_template", "max", "min", "mode", "pattern"]),
    "number": (
      ["command_topic"], ["state_topic", "value_template", "min", "max", "mode", "unit_of_measurement"]
    ),
    "notify": (["command_topic"], ["command_template"]),
  ]
  private static let common: Set<String> = [
    "platform", "name", "unique_id", "availability_topic", "qos", "icon", "entity_category",
  ]

  @Test func entitiesHaveWhatTheirKindTakes() throws {
    let components = try #require(try Self.object(Self.message())["components"] as? [String: Object])
    #expect(components.count == 20)
    #expect(Set(components.values.compactMap { $0["unique_id"] as? String }).count == components.count)
    for (key, component) in components {
      let kind = try #require(Self.kinds[component["platform"] as? String ?? ""], "\(key)")
      let members = Set(component.keys)
      #expect(kind.required.isSubset(of: members), "\(key)")
      #expect(members.isSubset(of: kind.required.union(kind.optional).union(Self.common)), "\(key)")
      #expect(component["availability_topic"] as? String == "rotunda/lobby/availability")
      #expect(component["qos"] as? Int == 1)
    }
  }

  @Test func brightnessNeedsABacklight() throws {
    let all = try #require(try Self.object(Self.message())["components"] as? [String: Object])
    let number = try #require(all["brightness"])
    #expect(number["platform"] as? String == "number" && number["unit_of_measurement"] as? String == "%")
    #expect(number["min"] as? Int == 0 && number["max"] as? Int == 100)
    #expect(number["state_topic"] as? String == "rotunda/lobby/state")
    #expect(number["command_topic"] as? String == "rotunda/lobby/command/brightness")
    let others = try Self.object(Self.message(hasBrightness: false))["components"] as? [String: Object]
    #expect(Set(others?.keys.map(\.self) ?? []) == Set(all.keys).subtracting(["brightness"]))
  }

  @Test func entitiesUseTheTopicsOfTheKiosk() throws {
    let topics = BridgeTopics(prefix: "rotunda", name: "lobby")
    let components = try #require(try Self.object(Self.message())["components"] as? [String: Object])
    let commands = Set(BridgeTopics.Order.allCases.map { topics.topic(for: $0) })
    let reports = Set(BridgeTopics.Report.allCases.map { topics.topic(of: $0) })
    #expect(Set(components.values.compactMap { $0["command_topic"] as? String }) == commands)
    for component in components.values {
      for member in ["state_topic", "image_topic"] {
        if let topic = component[member] as? String { #expect(reports.contains(topic)) }
      }
    }
    #expect(components["event"]?["event_types"] as? [String] == LauncherEvent.types)
  }

  /// Templates name members of the state, which the state has.
  @Test func templatesReadTheState() throws {
    let components = try #require(try Self.object(Self.message())["components"] as? [String: Object])
    let state = BridgeTests.report().json(EventCounts()).text
    let members = try #require(
      try JSONSerialization.jsonObject(with: Data(state.utf8)) as? Object)
    for component in components.values {
      guard let template = component["value_template"] as? String else { continue }
      let name = try #require(template.split(separator: "value_json.").last).prefix {
        $0.isLetter || $0 == "_"
      }
      #expect(template.hasPrefix("{{ ") && template.hasSuffix(" }}") && members[String(name)] != nil)
    }
  }

  @Test(arguments: [
    ("Empfang 1", "rotunda-Empfang_20_1"), ("café/#", "rotunda-caf_e9__2f__23_"),
    ("a-b_C9", "rotunda-a-b_5f_C9"), ("東京", "rotunda-_6771__4eac_"),
  ])
  func identifiersAreHarmless(name: String, id: String) throws {
    let message = Self.message(name: name)
    #expect(message.topic == "homeassistant/device/\(id)/config")
    #expect((try Self.object(message)["device"] as? Object)?["name"] as? String == name)
  }

  @Test func updateIsAnnounced() {
    var bridge = Bridge(
      BridgeTopics(prefix: "rotunda", name: "lobby"), name: "lobby", discoveryTopic: "homeassistant")
    func configurations(_ effects: [Bridge.Effect]) -> Int {
      effects.count {
        if case .publish(let message) = $0 { message.topic.hasSuffix("/config") } else { false }
      }
    }
    #expect(configurations(bridge.connected()) == 1)
    #expect(configurations(bridge.read(BridgeTests.report())) == 1)
    #expect(configurations(bridge.read(BridgeTests.report(uptime: 9))) == 0)
    #expect(configurations(bridge.read(BridgeTests.report(version: "1.1"))) == 1)
    #expect(configurations(bridge.read(BridgeTests.report(version: "1.1", brightness: 40))) == 1)
    #expect(configurations(bridge.read(BridgeTests.report(version: "1.1", brightness: 70))) == 0)
  }

  /// A launcher that has just started has not read its backlight yet.
  @Test func entityForBrightnessStays() {
    var bridge = Bridge(
      BridgeTopics(prefix: "rotunda", name: "lobby"), name: "lobby", discoveryTopic: "homeassistant")
    func slider(_ effects: [Bridge.Effect]) -> Bool? {
      let texts = effects.compactMap { effect -> String? in
        guard case .publish(let message) = effect, message.topic.hasSuffix("/config") else { return nil }
        return String(decoding: message.payload, as: UTF8.self)
      }
      return texts.first?.contains("command/brightness")
    }
    #expect(slider(bridge.connected()) == false)
    #expect(slider(bridge.read(BridgeTests.report())) == false)
    #expect(slider(bridge.read(BridgeTests.report(brightness: 0))) == true)
    #expect(slider(bridge.read(nil)) == nil)
    #expect(slider(bridge.read(BridgeTests.report())) == true)
    bridge.disconnected()
    #expect(slider(bridge.connected()) == true)
  }
}
