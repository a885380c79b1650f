import JSONFormat

/// A kiosk as a device of Home Assistant, by its discovery through MQTT: one message describes the device
/// with all its entities. Home Assistant 2024.11 and later understand it.
struct HomeAssistant: Hashable, Sendable {
  private let topics: BridgeTopics
  private let name: String
  private let prefix: String
  /// An identifier in the characters that Home Assistant accepts in topics.
  private let id: String

  /// The longest state of an entity, in characters.
  private static let longestState = 255

  init(_ topics: BridgeTopics, name: String, topic: String) {
    (self.topics, self.name, prefix) = (topics, name, topic)
    // Different names must not have the same identifier.
    let words = name.unicodeScalars.map {
      Self.isPlain($0) ? String($0) : "_\(String($0.value, radix: 16))_"
    }
    id = "rotunda-" + words.joined()
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-": true
    default: false
    }
  }

  /// Returns the message that describes the device.
  ///
  /// - Parameter hasBrightness: whether the screen has a brightness control.
  func configuration(version: String?, hasBrightness: Bool) -> Bridge.Publication {
    let all = entities + (hasBrightness ? [brightness] : [])
    let software: [(String, JSON)] = version.map { [("sw_version", .string($0))] } ?? []
    let device: [(String, JSON)] = [
      ("identifiers", .strings([id])), ("name", .string(name)), ("manufacturer", .string("Rotunda")),
      ("model", .string("Kiosk")),
    ]
    let text = JSON.object([
      ("device", .object(device + software)),
      ("origin", .object([("name", .string("rotunda"))] + software)),
      ("components", .object(all.map { ($0.key, component($0)) })),
    ]).text
    return Bridge.Publication("\(prefix)/device/\(id)/config", Array(text.utf8), isRetained: true)
  }

  /// An entity: its key, its kind, its name, and what else its kind takes.
  private struct Entity {
    let key, platform, name: String
    let members: [(String, JSON)]
  }

  private func component(_ entity: Entity) -> JSON {
    .object(
      [
        ("platform", .string(entity.platform)), ("name", .string(entity.name)),
        ("unique_id", .string("\(id)-\(entity.key)")),
        ("availability_topic", .string(topics.topic(of: .availability))), ("qos", .number(1)),
      ] + entity.members)
  }

  private var entities: [Entity] {
    [
      Entity(
        key: "screen", platform: "switch", name: "Screen",
        members: state("'off' if value_json.screen == 'dark' else 'on'") + command(.screen) + [
          ("payload_on", .string("on")), ("payload_off", .string("off")), ("icon", .string("mdi:monitor")),
        ]),
      Entity(
        key: "visitor", platform: "binary_sensor", name: "Visitor",
        members: state("'OFF' if value_json.idle else 'ON'") + [("device_class", .string("occupancy"))]),
      Entity(key: "view", platform: "sensor", name: "View", members: state("value_json.screen")),
      Entity(key: "tile", platform: "sensor", name: "Tile", members: text("tile")),
      Entity(key: "program", platform: "sensor", name: "Program", members: text("program")),
      Entity(key: "opened", platform: "sensor", name: "Opened tiles", members: count("opened")),
      Entity(key: "failed", platform: "sensor", name: "Failed tiles", members: count("failed")),
      Entity(
        key: "problems", platform: "sensor", name: "Problems of the configuration",
        members: state("value_json.problems") + [("state_class", .string("measurement")), diagnostic]),
      Entity(
        key: "error", platform: "sensor", name: "Last error", members: text("error") + [diagnostic]),
      Entity(
        key: "uptime", platform: "sensor", name: "Uptime",
        members: state("value_json.uptime") + [
          ("device_class", .string("duration")), ("unit_of_measurement", .string("s")), diagnostic,
        ]),
      Entity(
        key: "event", platform: "event", name: "Event",
        members: [
          ("state_topic", .string(topics.topic(of: .event))), ("event_types", .strings(LauncherEvent.types)),
        ]),
      Entity(
        key: "picture", platform: "image", name: "Picture of the screen",
        members: [
          ("image_topic", .string(topics.topic(of: .screenshot))), ("content_type", .string("image/png")),
        ]),
      Entity(key: "home", platform: "button", name: "Home", members: command(.home)),
      Entity(
        key: "lock", platform: "button", name: "Lock",
        members: command(.lock) + [("icon", .string("mdi:lock"))]),
      Entity(key: "screenshot", platform: "button", name: "Take a picture", members: command(.screenshot)),
      Entity(
        key: "reload", platform: "button", name: "Reload the configuration",
        members: command(.reload) + [("entity_category", .string("config"))]),
      Entity(
        key: "open", platform: "text", name: "Open a tile",
        members: text("tile") + command(.open) + [("max", .number(Double(Self.longestState)))]),
      Entity(key: "message", platform: "notify", name: "Message", members: command(.message)),
      Entity(key: "urgent", platform: "notify", name: "Urgent message", members: command(.urgent)),
    ]
  }

  private var brightness: Entity {
    Entity(
      key: "brightness", platform: "number", name: "Brightness",
      members: state("value_json.brightness") + command(.brightness) + [
        ("min", .number(0)), ("max", .number(100)), ("mode", .string("slider")),
        ("unit_of_measurement", .string("%")), ("icon", .string("mdi:brightness-6")),
      ])
  }

  private var diagnostic: (String, JSON) { ("entity_category", .string("diagnostic")) }

  private func state(_ template: String) -> [(String, JSON)] {
    [
      ("state_topic", .string(topics.topic(of: .state))), ("value_template", .string("{{ \(template) }}")),
    ]
  }

  private func text(_ member: String) -> [(String, JSON)] {
    state("value_json.\(member)[:\(Self.longestState)]")
  }

  private func count(_ member: String) -> [(String, JSON)] {
    state("value_json.\(member)") + [("state_class", .string("total_increasing"))]
  }

  private func command(_ order: BridgeTopics.Order) -> [(String, JSON)] {
    [("command_topic", .string(topics.topic(for: order)))]
  }
}
