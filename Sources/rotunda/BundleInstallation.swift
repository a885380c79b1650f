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
    try store.exclusively { () throws(BundleFault) in
      var record = try recovered()
      do throws(BundleFault) {
        return try install(options, &record)
      } catch {
        // Not even the beginning of the trial was written.
        try? store.perform(record.trial == nil ? record.refuse(error.kind) : record.interrupt("\(error)"))
        if error.kind == .installed { return BundleCommand.say("\(options.file): \(error)\n") }
        throw BundleFault(error.kind, "\(options.file): \(error)")
      }
    }
  }

  private func install(
    _ options: BundleInstallOptions, _ record: inout BundleRecord
  ) throws(BundleFault) -> Int32 {
    // The signature comes first: nothing reads the archive before.
    let (archive, key) = try BundleSignature.archive(
      in: BundleCommand.read(options.file, limit: BundleSignature.sizeLimit), signedWith: machine.keys)
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
      log.notice("bundle \(number), signed with \(key), is in use without a trial")
      return ExitStatus.success
    }
    let witness: LauncherWitness
    do throws(LauncherWitness.Absence) {
      witness = try LauncherWitness()
    } catch {
      return BundleCommand.complain("\(options.file): \(error.reason)", error.exitStatus)
    }
    try store.unpack(bundle, for: machine.recipient) { folder throws(BundleFault) in try check(folder) }
    try store.perform(record.begin(number))
    log.notice("bundle \(number), signed with \(key), is tried for \(seconds) seconds")
    return try conclude(witness.verdict(after: Double(seconds)), number, &record)
  }

  private func conclude(
    _ verdict: BundleTrial.Verdict, _ number: Int, _ record: inout BundleRecord
  ) throws(BundleFault) -> Int32 {
    switch verdict {
    case .works, .open:
      try store.perform(record.keep())
      log.notice("bundle \(number) works, and stays")
      return ExitStatus.success
    case .fails(let reason):
      try store.perform(record.goBack(reason))
      return BundleCommand.complain("bundle \(number) does not work: \(reason)", ExitStatus.refused)
    case .interrupted(let reason):
      try store.perform(record.interrupt(reason))
      return BundleCommand.complain(
        "the trial of bundle \(number) was interrupted: \(reason)", ExitStatus.later)
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
    // The folder for unpacking does not exist any more.
    if shown.file.hasPrefix(folder + "/") { shown.file = String(shown.file.dropFirst(folder.count + 1)) }
    throw BundleFault(.configuration, "\(shown)")
  }
}

/// Watches the running launcher during a trial.
final class LauncherWitness {
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

  /// Finds the launcher, which must show its own screen: behind a program and in the dark, it shows no frame.
  init() throws(Absence) {
    do {
      client = try CtlClient()
      let properties = try client.properties()
      let screen = properties["Screen"]?.text ?? ""
      guard screen != "dark", screen != "program" else {
        let state = screen == "dark" ? "the screen is dark" : "a program has the screen"
        throw Absence(reason: "\(state): the bundle is tried later", exitStatus: ExitStatus.later)
      }
      trial = BundleTrial(after: Self.report(properties))
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

  private static func report(_ properties: [String: BusValue]) -> BundleTrial.Report {
    BundleTrial.Report(
      frames: UInt64(max(0, properties["Frames"]?.integer ?? 0)),
      uptime: UInt64(max(0, properties["Uptime"]?.integer ?? 0)),
      problems: UInt32(clamping: properties["Problems"]?.integer ?? 0),
      lastError: properties["LastError"]?.text ?? "")
  }

  /// Lets the launcher read the bundle, and returns the verdict after some seconds, or earlier.
  func verdict(after seconds: Double) -> BundleTrial.Verdict {
    if let mistake = reload() { return .fails(mistake) }
    sawPicture()
    let end = EventLoop.now + seconds
    while true {
      let report = try? Self.report(client.properties())
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

  /// Asks for a picture: a bundle that changes nothing visible causes no frame.
  private func sawPicture() {
    let sink = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard sink >= 0 else { return }
    defer { close(sink) }
    if (try? client.call("Screenshot", [.descriptor(sink)])) != nil { trial.sawPicture() }
  }

  private func wait(_ seconds: Double) {
    var time = timespec(tv_sec: 0, tv_nsec: Int(seconds * 1e9))
    nanosleep(&time, nil)
  }
}
