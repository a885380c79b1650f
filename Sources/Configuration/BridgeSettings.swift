/// The `[bridge]` section: the MQTT broker that gets the kiosk's state and sends it commands.
package struct BridgeSettings: Hashable, Sendable {
  /// The broker's name or address; nil without a bridge.
  package var host: String?
  /// The broker's port; nil for the usual one.
  package var port: Int?
  /// Whether the connection is encrypted.
  package var usesTLS = true
  /// The file with the certificates of trusted authorities; nil for those of the machine.
  package var authorityFile: String?
  /// The files with the kiosk's own certificate and its key; nil for none.
  package var certificateFile, keyFile: String?
  /// The file with user and password; nil for none.
  package var credentialsFile: String?
  /// The kiosk's name in topics; nil for the machine's.
  package var name: String?
  /// The first levels of all topics.
  package var topic = "rotunda"
  /// Whether Home Assistant learns about the kiosk, and the first levels of the topics for that.
  package var isDiscovered = true
  package var discoveryTopic = "homeassistant"
  /// Seconds until the bridge reads the state again, if nothing happens; within `refreshRange`.
  package var refresh = 30.0

  /// Each reading wakes the launcher. After an hour, an outage would be noticed late.
  package static let refreshRange = 5.0...3600.0
  /// The ports that IANA assigned to MQTT, with TLS and without.
  private static let (securePort, plainPort) = (8883, 1883)

  /// The port to connect to.
  package var effectivePort: Int { port ?? (usesTLS ? Self.securePort : Self.plainPort) }

  /// Creates the defaults, with which there is no bridge.
  package init() {}

  /// Reports whether a text can be levels of a topic. Topics of a filter would reach other machines.
  package static func isTopic(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix("$") && !text.hasPrefix("/") && !text.hasSuffix("/")
      && text.utf8.count <= longestTopic
      && text.unicodeScalars.allSatisfy {
        $0 != "+" && $0 != "#" && $0.properties.generalCategory != .control
      }
  }

  /// Reports whether a text can be one level of a topic.
  package static func isLevel(_ text: String) -> Bool { isTopic(text) && !text.contains("/") }

  /// The longest prefix or name, in bytes. The limit of MQTT is 65,535 for a whole topic.
  private static let longestTopic = 128
}

// MARK: Keys

extension BridgeSettings: SectionSettings {
  package static let section = ConfigurationSection.bridge
  package static var standard: BridgeSettings { BridgeSettings() }

  package static let fields: [SettingField<BridgeSettings>] = [
    SettingField(
      "host", .identifier, \.host, otherwise: "there is no bridge", example: "\"broker.example.org\"",
      "The name or the address of the MQTT broker."),
    SettingField(
      "port", .integer(1...65_535), \.port, otherwise: "8883, or 1883 without encryption", example: "8883",
      "The port at which the broker takes connections."),
    SettingField(
      "tls", .boolean, \.usesTLS,
      """
      Whether the connection is encrypted. Without encryption, everyone on the network can read the password
      and send commands.
      """),
    SettingField(
      "ca-file", .file, \.authorityFile, otherwise: "the machine's certificates, in /etc/ssl/certs",
      example: "\"bridge/ca.pem\"",
      "The file with the certificates of the authorities that may certify the broker."),
    SettingField(
      "certificate-file", .file, \.certificateFile, otherwise: "the kiosk has no certificate",
      example: "\"bridge/kiosk.pem\"",
      "The file with the certificate by which the broker recognizes the kiosk. It needs key-file, too."),
    SettingField(
      "key-file", .file, \.keyFile, otherwise: "there is no key", example: "\"bridge/kiosk.key\"",
      """
      The file with the key of the certificate. Only root and the group rotunda-bridge should be able to read
      it.
      """),
    SettingField(
      "credentials-file", .file, \.credentialsFile, otherwise: "the kiosk has no password",
      example: "\"bridge/credentials\"",
      """
      The file with the user on its first line, and the password on its second. The bridge refuses a file
      that every user can read.
      """),
    SettingField(
      "name", .identifier, \.name, otherwise: "the machine's name", example: "\"lobby\"",
      """
      The name of the kiosk in topics. It must differ from the names of all other kiosks at the broker. It
      cannot contain a slash, + or #.
      """),
    SettingField(
      "topic", .identifier, \.topic,
      "The topic above the kiosk's name: rotunda/lobby/state. It cannot contain + or #."),
    SettingField(
      "discovery", .boolean, \.isDiscovered,
      "Whether Home Assistant discovers the kiosk automatically."),
    SettingField(
      "discovery-topic", .identifier, \.discoveryTopic,
      "The topic in which Home Assistant looks for devices. It cannot contain + or #."),
    SettingField(
      "refresh", .duration(refreshRange), \.refresh,
      """
      The time after which the bridge reads the state of the launcher again. It also does so when a tile
      opens or closes, when a visitor comes or leaves, and after an error.
      """),
  ]
}
