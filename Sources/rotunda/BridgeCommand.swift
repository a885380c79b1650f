import Applications
import BridgeService
import Bus
import Commands
import Configuration
import EventLoop
import Logging
import MQTTBridge
import State

private let log = Log("bridge")

/// `rotunda bridge`: connects the launcher to the MQTT broker of `[bridge]`. It begins again when the section
/// changes.
enum BridgeCommand {
  static func run(_ options: BridgeOptions) -> Int32 {
    OwnProcess.forbidInspection()
    do throws(EventLoopError) {
      let loop = try EventLoop()
      let service = try BridgeProcess(options, loop)
      for signal in try EndSignal.all(loop) { signal.onSignal = { loop.stop() } }
      guard try service.begin() else { return ExitStatus.success }
      let status = try loop.run()
      service.end()
      return status
    } catch {
      log.error("\(error)")
      return ExitStatus.system
    }
  }
}

/// The bridge, with the settings of the configuration.
private final class BridgeProcess {
  private let options: BridgeOptions
  private let loop: EventLoop
  private let source: ConfigurationSource
  private let watch: PathWatch
  private var settings = BridgeSettings()
  private var launcher: LauncherConnection?
  private var link: BrokerLink?

  /// The name of a machine without one.
  private static let unnamed = "kiosk"

  init(_ options: BridgeOptions, _ loop: EventLoop) throws(EventLoopError) {
    (self.options, self.loop) = (options, loop)
    source = ConfigurationSource(options.configuration, .current)
    watch = try PathWatch(loop: loop)
    watch.onChange = { [weak self] in self?.changed() }
  }

  /// Begins with the settings of the configuration. Reports whether there is a bridge, or will be when the
  /// configuration is readable again.
  func begin() throws(EventLoopError) -> Bool {
    let loaded = source.load()
    watch.observe(files: source.files, directories: source.dropInDirectories)
    settings = loaded.configuration.bridge
    // A file that cannot be read may have the section.
    for problem in loaded.diagnostics where problem.key?.hasPrefix("bridge.") ?? (problem.severity == .error)
    {
      log.error("\(problem)")
    }
    guard settings.host != nil else {
      guard loaded.isReadable else { return true }
      log.notice("there is no bridge: [bridge] has no host")
      return false
    }
    try connect()
    return true
  }

  func end() {
    link?.stop()
    (link, launcher) = (nil, nil)
  }

  private func changed() {
    let loaded = source.load()
    // A section with a mistake never replaces a valid one.
    let hasMistake = loaded.diagnostics.contains {
      $0.severity == .error && $0.key?.hasPrefix("bridge.") == true
    }
    guard loaded.isReadable, !hasMistake, loaded.configuration.bridge != settings else { return }
    log.notice("[bridge] has changed")
    end()
    do throws(EventLoopError) {
      if try !begin() { loop.stop() }
    } catch {
      log.error("\(error)")
      loop.stop(status: ExitStatus.system)
    }
  }

  private func connect() throws(EventLoopError) {
    let name = kioskName
    let topics = BridgeTopics(prefix: settings.topic, name: name)
    let bridge = Bridge(
      topics, name: name, discoveryTopic: settings.isDiscovered ? settings.discoveryTopic : nil)
    let link = try BrokerLink(broker(name), bridge, loop: loop)
    let launcher = try LauncherConnection(
      options.bus == .session ? .session : .system, seat: options.seat, refresh: settings.refresh, loop: loop)
    link.onCall = { [weak launcher] in launcher?.call($0, $1) }
    link.onRead = { [weak launcher] in launcher?.read() }
    launcher.onState = { [weak link] in link?.read($0) }
    launcher.onEvent = { [weak link] in link?.happened($0) }
    launcher.onAnswer = { [weak link] in link?.answered($0, $1) }
    (self.link, self.launcher) = (link, launcher)
    launcher.start()
    link.start()
    log.info("topics begin with \(topics.base)")
  }

  private func broker(_ name: String) -> BrokerSettings {
    let encryption = BrokerSettings.Encryption(
      authorityFile: settings.authorityFile, certificateFile: settings.certificateFile,
      keyFile: settings.keyFile)
    return BrokerSettings(
      host: settings.host ?? "", port: settings.effectivePort, client: "rotunda-\(name)",
      encryption: settings.usesTLS ? encryption : nil, credentialsFile: settings.credentialsFile)
  }

  /// The configured name or the machine's, with the seat unless it is the first.
  private var kioskName: String {
    let machine = MachineFacts.hostName
    let name = settings.name ?? (BridgeSettings.isLevel(machine) ? machine : Self.unnamed)
    return options.seat == ProcessEnvironment.firstSeat ? name : "\(name)-\(options.seat)"
  }
}
