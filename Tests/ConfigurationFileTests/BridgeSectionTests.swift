import Configuration
import Testing

@Suite struct BridgeSectionTests {
  private static let tile = "\n[[tile]]\nrun = [\"true\"]\n"

  @Test func thereIsNoBridgeByDefault() throws {
    let bridge = try Reading(Self.tile).configuration.bridge
    #expect(bridge == BridgeSettings() && bridge.host == nil && bridge.usesTLS)
  }

  @Test func settingsAreRead() throws {
    let reading = try Reading(
      """
      [bridge]
      host = "broker"
      ca-file = "ca.pem"
      certificate-file = "/etc/kiosk.pem"
      key-file = "/etc/kiosk.key"
      credentials-file = "credentials"
      name = "Empfang 1"
      topic = "museum/kiosks"
      discovery = false
      discovery-topic = "ha"
      refresh = "1min"
      """ + Self.tile)
    #expect(reading.messages == [])
    let bridge = reading.configuration.bridge
    #expect(bridge.host == "broker" && bridge.effectivePort == 8883 && bridge.refresh == 60)
    #expect(bridge.authorityFile == "\(reading.directory.path)/ca.pem")
    #expect(bridge.certificateFile == "/etc/kiosk.pem" && bridge.keyFile == "/etc/kiosk.key")
    #expect(bridge.credentialsFile == "\(reading.directory.path)/credentials")
    #expect(bridge.name == "Empfang 1" && bridge.topic == "museum/kiosks")
    #expect(!bridge.isDiscovered && bridge.discoveryTopic == "ha")
  }

  @Test(arguments: ["certificate-file", "key-file"]) func certificateNeedsItsKey(name: String) throws {
    let messages = try Reading("[bridge]\n\(name) = \"a\"" + Self.tile).messages
    #expect(messages.count == 1 && messages[0].contains("error: bridge.\(name): needs "))
  }

  @Test(arguments: [("tls = false", 1883), ("tls = true", 8883), ("tls = false\nport = 8884", 8884)])
  func portFollowsEncryption(lines: String, port: Int) throws {
    #expect(try Reading("[bridge]\n\(lines)" + Self.tile).configuration.bridge.effectivePort == port)
  }

  @Test(arguments: [
    ("host = \"\"", "host"), ("host = 3", "host"), ("port = 0", "port"), ("port = \"1883\"", "port"),
    ("name = \"a/b\"", "name"), ("name = \"#\"", "name"), ("name = \"\"", "name"),
    ("topic = \"a/+/b\"", "topic"), ("topic = \"$SYS\"", "topic"), ("topic = \"/a\"", "topic"),
    ("discovery-topic = \"a/#\"", "discovery-topic"), ("discovery-topic = \"a\\n\"", "discovery-topic"),
    ("refresh = \"1s\"", "refresh"), ("hosts = \"a\"", "hosts"),
  ]) func mistakesAreReported(line: String, key: String) throws {
    let reading = try Reading("[bridge]\n\(line)" + Self.tile)
    #expect(reading.messages.count == 1 && reading.messages[0].contains("error: bridge.\(key): "))
    #expect(reading.configuration.bridge == BridgeSettings())
  }
}
