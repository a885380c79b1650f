import BundleFiles
import Bundles
import Commands
import Configuration
import ConfigurationFile
import FileSystem
import Glibc
import Logging
import State
import UsageCounts

private nonisolated let log = Log("bundle")

/// `rotunda bundle`: makes, signs and prints bundles, and installs them on a kiosk.
enum BundleCommand {
  static func run(_ task: BundleTask) -> Int32 {
    do throws(BundleFault) {
      switch task {
      case .keygen(let name): return try keygen(name)
      case .make(let folder, let output): return try make(folder, into: output)
      case .sign(let file, let key, let output): return try sign(file, key, into: output)
      case .inspect(let file, let key): return try inspect(file, key)
      case .install(let options): return try BundleInstallation(machine).run(options)
      case .recover: return try BundleInstallation(machine).recover()
      case .fetch: return fetch()
      }
    } catch {
      return complain("\(error)", error.exitStatus)
    }
  }

  private static var machine: BundleMachine { BundleMachine(ProcessEnvironment.current) }

  // MARK: On the operator's computer

  private static func keygen(_ name: String) throws(BundleFault) -> Int32 {
    let key = try BundleSignature.newKey()
    let (secret, open) = (AtomicFile("\(name).key"), AtomicFile("\(name).pem", .masked))
    if let failure = secret.create(with: key.privateKey) {
      throw BundleFault(.disk, failure, at: secret.path)
    }
    if let failure = open.create(with: key.publicKey) {
      secret.remove()
      throw BundleFault(.disk, failure, at: open.path)
    }
    return say(
      "\(secret.path): keep it secret; it signs bundles\n\(open.path): copy it to /etc/rotunda/keys\n")
  }

  private static func make(_ folder: String, into output: String?) throws(BundleFault) -> Int32 {
    let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let archive = try BundleArchive.packed(folder)
    _ = try BundleArchive(archive)
    let problems = BundleReview(ConfigurationLoader.absolute(path: folder)).problems
    StandardStream.error.write(problems.map { "\($0)\n" }.joined())
    guard !problems.contains(where: { $0.severity == .error }) else { return ExitStatus.invalidConfiguration }
    return try write(archive, to: output ?? "\(folder).zip")
  }

  private static func sign(_ file: String, _ key: String, into output: String?) throws(BundleFault) -> Int32 {
    let archive = try read(file, limit: SignedBundle.sizeLimit)
    // No one should sign what no kiosk takes.
    _ = try BundleArchive(archive)
    let signed = try BundleSignature.signed(archive, with: read(key, limit: BundleSignature.keyLimit))
    let stem = file.hasSuffix(".zip") ? String(file.dropLast(".zip".count)) : file
    return try write(signed, to: output ?? stem + SignedBundle.ending)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(BundleFault) -> Int32 {
    if let failure = AtomicFile(path, .masked).replace(with: bytes) {
      throw BundleFault(.disk, failure, at: path)
    }
    return say("\(path)\n")
  }

  private static func inspect(_ file: String, _ key: String?) throws(BundleFault) -> Int32 {
    let keys =
      try key.map { path throws(BundleFault) in
        [BundleSignature.Key(name: path, pem: try read(path, limit: BundleSignature.keyLimit))]
      } ?? machine.keys
    let (archive, name) = try BundleSignature.archive(
      in: read(file, limit: SignedBundle.sizeLimit), signedWith: keys)
    let bundle = try BundleArchive(archive)
    let manifest = bundle.manifest
    var lines = ["number: \(manifest.number)", "signed with: \(name)"]
    if let made = manifest.made { lines.append("made: \(made)") }
    if let expires = manifest.expires { lines.append("expires: \(expires)") }
    if !manifest.machines.isEmpty {
      lines.append("only for machines: \(manifest.machines.joined(separator: ", "))")
    }
    if !manifest.groups.isEmpty {
      lines.append("only for groups: \(manifest.groups.joined(separator: ", "))")
    }
    lines += bundle.files.map { "\($0.size) \($0.path.text)" }
    return say(lines.map { "\($0)\n" }.joined())
  }

  static func read(_ file: String, limit: Int) throws(BundleFault) -> [UInt8] {
    do throws(FileFault) {
      return try SystemFiles().read(file, limit: limit)
    } catch {
      throw BundleFault(error == .tooLarge ? .forbidden : .disk, "\(error)", at: file)
    }
  }

  // MARK: From a server

  private static func fetch() -> Int32 {
    let machine = machine
    guard let address = machine.settings.address else {
      log.info("no bundle is fetched: [bundle] has no address")
      return ExitStatus.success
    }
    guard let directory = ProcessEnvironment.current.stateDirectory else {
      return complain("there is no directory for downloads", ExitStatus.system)
    }
    AtomicFile("\(directory)/\(BundleDownload.fileName)", .masked).makeDirectories()
    let record = machine.store.record
    let outcome = BundleDownload(directory).fetch(
      address, record: record, machine: machine.recipient.machine, version: Help.versionNumber)
    PullFigures(directory).count(outcome, record)
    switch outcome {
    case .fetched: log.notice("a bundle was fetched from \(address)")
    case .unchanged: log.info("the server has no new bundle")
    case .failed(let reason): return complain("\(address): \(reason)", ExitStatus.later)
    }
    return ExitStatus.success
  }

  // MARK: Output

  static func say(_ text: String) -> Int32 {
    StandardStream.output.write(text) ? ExitStatus.success : ExitStatus.system
  }

  static func complain(_ message: String, _ status: Int32) -> Int32 {
    StandardStream.error.write("rotunda bundle: \(message)\n")
    return status
  }
}

extension BundleFault {
  var exitStatus: Int32 {
    switch kind {
    case .disk: ExitStatus.system
    case .configuration: ExitStatus.invalidConfiguration
    default: ExitStatus.badInput
    }
  }
}

/// The counts of pulls, and their export for monitoring.
private nonisolated struct PullFigures {
  private let (file, export): (AtomicFile, AtomicFile)

  /// - Parameter directory: the directory for downloads.
  init(_ directory: String) {
    file = AtomicFile("\(directory)/pulls", .everybody)
    export = AtomicFile("\(directory)/rotunda-pull.prom", .everybody)
  }

  /// Counts a pull. A full disk does not stop it.
  func count(_ outcome: BundleDownload.Outcome, _ record: BundleRecord) {
    let text = file.read(limit: PullCounts.sizeLimit).flatMap { String(validating: $0, as: UTF8.self) }
    var counts = text.flatMap(PullCounts.init(text:)) ?? PullCounts()
    let result: PullCounts.Result =
      switch outcome {
      case .fetched: .fetched
      case .unchanged: .unchanged
      case .failed: .failed
      }
    counts.pulled(result, at: UInt64(max(0, time(nil))))
    let metrics = counts.openMetrics(kept: record.kept, failed: record.failure?.number)
    // Write the counts first: the export can be derived from them.
    for (file, text) in [(file, counts.text), (export, metrics)] {
      if let fault = file.replace(with: Array(text.utf8)) { log.warning("\(file.path): \(fault)") }
    }
  }
}

/// The settings for bundles in a machine's own files.
nonisolated struct BundleMachine: Sendable {
  /// The most keys to read.
  private static let mostKeys = 20

  let variables: [String: String]
  let settings: BundleSettings

  /// Reads the configuration without the bundle: a wrong bundle must not lead to another server.
  init(_ environment: ProcessEnvironment) {
    variables = environment.machineVariables
    settings = ConfigurationLoader(environment: variables, bundle: .without).load().configuration.bundle
  }

  var store: BundleStore { BundleStore(BundleLayer.directory(in: variables)) }

  var recipient: BundleRecipient {
    BundleRecipient(machine: settings.machine ?? MachineFacts.hostName, groups: settings.groups)
  }

  /// The public keys beside the configuration. Root or this user owns them, and not everyone can write them.
  var keys: [BundleSignature.Key] {
    let directory = BundleLayer.keyDirectory(in: variables)
    let names = SystemFiles().names(in: directory).filter { $0.hasSuffix(BundleLayer.keyEnding) }.sorted()
    return names.prefix(Self.mostKeys).compactMap { name in
      AtomicFile("\(directory)/\(name)").read(limit: BundleSignature.keyLimit).map {
        BundleSignature.Key(name: name, pem: $0)
      }
    }
  }
}

/// Checks the configuration in a bundle's folder on the operator's computer, which has none of the kiosk's
/// files.
nonisolated struct BundleReview {
  private let folder: String

  init(_ folder: String) { self.folder = folder }

  /// The problems of each part together with that for all machines. A kiosk checks its parts again.
  var problems: [Diagnostic] {
    let loader = ConfigurationLoader(
      environment: ProcessEnvironment.current.variables, user: nil, oldForm: .error, notesTiles: true)
    let problems = BundleLayer(folder).parts.flatMap {
      ConfigurationCheck.problems(of: loader.load(bundle: folder, $0))
    }
    return Set(problems).sorted()
  }
}
