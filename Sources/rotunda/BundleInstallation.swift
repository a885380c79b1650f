import BundleFiles
import Bundles
import Bus
import Commands
import Configuration
import ConfigurationFile
import Control
import EventLoop
import FileSystem
import Glibc
import Logging
import State

private let log = Log("bundle")

/// `rotunda bundle install` and `recover`: tries a bundle, and keeps it or goes back.
struct BundleInstallation {
  private let machine: BundleMachine
  private let store: BundleStore

  init(_ machine: BundleMachine) {
    (self.machine, store) = (machine, machine.store)
    // The launcher reads bundles as another user.
    umask(0o022)
  }

  func recover() throws(BundleFault) -> Int32 {
    guard SystemFiles().kind(of: store.directory) != nil else { return ExitStatus.success }
    return try store.exclusively { () throws(BundleFault) in
      _ = try recovered()
      return ExitStatus.success
    }
  }

  /// Ends a trial that a power cut interrupted. Returns the record.
  private func recovered() throws(BundleFault) -> BundleRecord {
    var record = store.record
    if let number = record.trial { log.warning("the trial of bundle \(number) was interrupted") }
    try store.perform(record.recover(from: store.current))
    return record
  }

  func run(_ options: BundleInstallOptions) throws(BundleFault) -> Int32 {
    // Another process installs a bundle, or the launcher can show none now.
    var outcome = BundleOutcome.postponed
    defer { if options.notesOutcome { note(outcome) } }
    return try attempt(options, &outcome)
  }

  /// Lets the launcher tell the operator who waits at the screen.
  private func note(_ outcome: BundleOutcome) {
    if let reason = store.note(outcome) { log.error("the outcome is not written: \(reason)") }
  }

  private func attempt(
    _ options: BundleInstallOptions, _ outcome: inout BundleOutcome
  ) throws(BundleFault) -> Int32 {
    try store.exclusively { () throws(BundleFault) in
      var record = try recovered()
      do throws(BundleFault) {
        return try install(options, &record, &outcome)
      } catch {
        outcome = .refused(error.kind)
        // Not even the beginning of the trial was written.
        try? store.perform(record.trial == nil ? record.refuse(error.kind) : record.interrupt("\(error)"))
        if error.kind == .installed { return BundleCommand.say("\(options.file): \(error)\n") }
        throw BundleFault(error.kind, "\(options.file): \(error)")
      }
    }
  }

  private func install(
    _ options: BundleInstallOptions, _ record: inout BundleRecord, _ outcome: inout BundleOutcome
  ) throws(BundleFault) -> Int32 {
    // The signature comes first: nothing reads the archive before.
    let (archive, key) = try BundleSignature.archive(
      in: BundleCommand.read(options.file, limit: SignedBundle.sizeLimit), signedWith: machine.keys)
    let bundle = try BundleArchive(archive)
    let number = bundle.manifest.number
    let today = UTCDay(secondsSince1970: Int64(time(nil)))
    if let objection = record.objection(to: number)
      ?? bundle.manifest.objection(for: machine.recipient, on: today)
    {
      throw objection
    }
    guard let seconds = options.seconds else {
      try store.unpack(bundle, for: machine.recipient) { folder throws(BundleFault) in try check(folder) }
      try store.perform(record.begin(number))
      try store.perform(record.keep())
      outcome = .kept
      log.notice("bundle \(number), signed with \(key), is in use without a trial")
      return ExitStatus.success
    }
    let monitor: LauncherMonitor
    do throws(LauncherMonitor.Absence) {
      monitor = try LauncherMonitor()
    } catch {
      return BundleCommand.complain("\(options.file): \(error.reason)", error.exitStatus)
    }
    try store.unpack(bundle, for: machine.recipient) { folder throws(BundleFault) in try check(folder) }
    do throws(LauncherMonitor.Absence) {
      // The unpacking takes time.
      try monitor.look()
    } catch {
      return BundleCommand.complain("\(options.file): \(error.reason)", error.exitStatus)
    }
    try store.perform(record.begin(number))
    log.notice("bundle \(number), signed with \(key), is tried for \(seconds) seconds")
    return try conclude(monitor.verdict(after: Double(seconds)), number, &record, &outcome)
  }

  private func conclude(
    _ verdict: BundleTrial.Verdict, _ number: Int, _ record: inout BundleRecord,
    _ outcome: inout BundleOutcome
  ) throws(BundleFault) -> Int32 {
    switch verdict {
    case .works, .open:
      try store.perform(record.keep())
      outcome = .kept
      log.notice("bundle \(number) works, and stays")
      return ExitStatus.success
    case .fails(let reason):
      try store.perform(record.goBack(reason))
      outcome = .failed
      return BundleCommand.complain("bundle \(number) does not work: \(reason)", ExitStatus.refused)
    case .interrupted(let reason):
      try store.perform(record.interrupt(reason))
      return BundleCommand.complain(
        "the trial of bundle \(number) was interrupted: \(reason)", ExitStatus.later)
    case .postponed:
      try store.perform(record.postpone())
      return BundleCommand.complain(
        "bundle \(number) is tried later: the launcher waits until no program has the screen",
        ExitStatus.later)
    }
  }

  /// Checks an unpacked bundle together with all files of the machine, as `rotunda check` does.
  private func check(_ folder: String) throws(BundleFault) {
    let loader = ConfigurationLoader(
      environment: machine.variables, user: geteuid() == FileOwnership.root ? nil : geteuid(),
      oldForm: .error, notesTiles: true, bundle: .folder(folder))
    let errors = ConfigurationCheck.problems(of: loader.load()).filter { $0.severity == .error }
    guard let error = errors.min() else { return }
    var shown = error
    // The folder for unpacking no longer exists.
    if shown.file.hasPrefix(folder + "/") { shown.file = String(shown.file.dropFirst(folder.count + 1)) }
    throw BundleFault(.configuration, "\(shown)")
  }
}

/// Watches the running launcher during a trial.
final class LauncherMonitor {
  /// The reason why no trial can begin.
  struct Absence: Error {
    let reason: String
    let exitStatus: Int32
  }

  private let client: CtlClient
  private var trial: BundleTrial
  /// An error that the launcher reported.
  private var error: String?
  /// Keeps the subscription.
  private var bus: BusConnection?
  /// Seconds between two questions.
  private static let pause = 0.5

  /// The longest wait until the launcher applies a bundle, as a multiple of the trial.
  private static let mostWaiting = 5.0

  /// The screens on which the launcher shows no frame, or applies no configuration.
  private static let obstacles = [
    "dark": "the screen is dark", "program": "a program has the screen",
    "trial": "a visitor tries a changed configuration",
  ]

  /// Finds the launcher, and looks at it.
  init() throws(Absence) {
    do {
      client = try CtlClient()
      trial = try Self.trial(client)
      bus = client.connection
      try bus?.subscribe(
        BusSignalFilter(
          sender: client.name, path: ControlInterface.path, interface: ControlInterface.name, member: "Error")
      ) { [weak self] in self?.error = $0.arguments.first?.text ?? "an error" }
    } catch let absence as Absence {
      throw absence
    } catch let failure as CtlClient.Failure {
      throw Absence(reason: failure.message, exitStatus: failure.exitStatus)
    } catch {
      throw Absence(reason: "\(error)", exitStatus: ExitStatus.unavailable)
    }
  }

  /// Begins the trial again.
  func look() throws(Absence) { (trial, error) = (try Self.trial(client), nil) }

  /// Returns a trial that begins with the launcher's present state. The launcher must be able to show a
  /// bundle.
  private static func trial(_ client: CtlClient) throws(Absence) -> BundleTrial {
    let properties: [String: BusValue]
    do throws(CtlClient.Failure) {
      properties = try client.properties()
    } catch {
      throw Absence(reason: error.message, exitStatus: error.exitStatus)
    }
    if let obstacle = obstacles[properties["Screen"]?.text ?? ""] {
      throw Absence(reason: "\(obstacle): the bundle is tried later", exitStatus: ExitStatus.later)
    }
    return BundleTrial(after: report(properties))
  }

  private static func report(_ properties: [String: BusValue]) -> BundleTrial.Report {
    BundleTrial.Report(
      frames: UInt64(max(0, properties["Frames"]?.integer ?? 0)),
      uptime: UInt64(max(0, properties["Uptime"]?.integer ?? 0)),
      problems: UInt32(clamping: properties["Problems"]?.integer ?? 0),
      lastError: properties["LastError"]?.text ?? "",
      isWaiting: properties["ConfigurationWaiting"]?.truth ?? false)
  }

  /// Lets the launcher read the bundle, and returns the verdict after some seconds, or earlier.
  func verdict(after seconds: Double) -> BundleTrial.Verdict {
    if let mistake = reload() { return .fails(mistake) }
    var end = EventLoop.now + seconds
    let latest = EventLoop.now + seconds * Self.mostWaiting
    while true {
      let report = try? Self.report(client.properties())
      // The time counts from the application of the bundle.
      if report?.isWaiting == true { end = min(latest, EventLoop.now + seconds) }
      if let error { return .fails(error) }
      let verdict = trial.judge(report, isOver: EventLoop.now >= end)
      guard verdict == .open else { return verdict }
      wait(min(Self.pause, max(0, end - EventLoop.now)))
    }
  }

  /// Returns the mistake because of which the launcher refuses the configuration; nil without one. Without
  /// the permission to call it, the launcher notices the bundle by itself.
  private func reload() -> String? {
    do throws(CtlClient.Failure) {
      _ = try client.call("Reload")
      return nil
    } catch {
      guard case .refused(let refusal) = error, refusal.name.hasSuffix("InvalidConfiguration") else {
        return nil
      }
      return refusal.message
    }
  }

  private func wait(_ seconds: Double) {
    var time = timespec(tv_sec: 0, tv_nsec: Int(seconds * 1e9))
    nanosleep(&time, nil)
  }
}
