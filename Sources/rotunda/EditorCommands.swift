import Applications
import Commands
import Configuration
import ConfigurationFile
import Credentials
import Editing
import EventLoop
import FileSystem
import Glibc
import Logging
import NetworkControl
import State

private let log = Log("editor")

/// `rotunda editor-service`: writes the edited file and copies bundles for the launcher, at a socket from the
/// service manager.
enum EditorServiceCommand {
  /// Seconds without a client after which it ends. The next client starts it again.
  private static let idle = 30.0
  /// The name of its socket: `FileDescriptorName=` of the socket's unit.
  private static let socketName = "rotunda-editor"

  static func run(_ options: PINServiceOptions) -> Int32 {
    OwnProcess.forbidInspection()
    let environment = ProcessEnvironment.current
    guard let socket = ServiceSocket(socketName, environment, log) else { return ExitStatus.usage }
    let loader = ConfigurationLoader(environment: environment.machineVariables, user: nil)
    let service = EditorService(
      loader, EditedFileWriter(environment, environment.machineVariables, main: nil),
      pins: PINServiceClient(environment: environment.variables), pinFile: options.hashFile)
    // The service for phones passes edits on, as a user of its own.
    let phones = getpwnam(PhoneServicePlace.user)?.pointee.pw_uid
    let callers = socket.callers.union([phones].compactMap(\.self))
    // Phones set no networks: a page in a browser is easier to deceive than the screen.
    // They also install no bundles: the stick is in the kiosk.
    let bundles = environment.stateDirectory.map { directory in
      EditorService.BundleHandler(callers: socket.callers, BundleIntake("\(directory)/stick"))
    }
    service.serve(
      at: socket.listener, callers: callers, idle: idle, networks: networks(socket.callers), bundles: bundles)
    return ExitStatus.success
  }

  private static func networks(_ callers: Set<uid_t>) -> EditorService.NetworkHandler? {
    do throws(EventLoopError) {
      let loop = try EventLoop()
      let control = NetworkControl(loop)
      return EditorService.NetworkHandler(
        callers: callers, source: .init(loop.descriptor) { control.handleEvents() },
        isBusy: { control.isJoining }
      ) { control.answer($0) }
    } catch {
      log.error("there are no networks: \(error)")
      return nil
    }
  }
}

/// `rotunda config set`, `unset`, `edits` and `undo`: change the edited file from a command line.
enum ConfigEditCommand {
  static func run(_ task: ConfigEditTask) -> Int32 {
    let environment = ProcessEnvironment.current
    let writer = EditedFileWriter(environment, environment.machineVariables, main: task.configuration)
    switch task.change {
    case .show: return show(writer)
    case .undo: return finish(writer, writer.undo())
    case .set(let key, let value): return set(key, to: value, task, writer)
    case .unset(let key): return apply([[unset(key)]], task, writer)
    }
  }

  private static func show(_ writer: EditedFileWriter) -> Int32 {
    do throws(FileFault) {
      let bytes = try writer.file.read()
      let text =
        bytes.isEmpty ? "\(writer.file.path): no edits\n" : String(decoding: bytes, as: UTF8.self)
      return StandardStream.output.write(text) ? ExitStatus.success : ExitStatus.system
    } catch {
      return complain("\(writer.file.path): \(error)", ExitStatus.system)
    }
  }

  /// Sets a key to a value: as TOML if it is valid and suits the key, otherwise as a text.
  private static func set(
    _ key: String, to value: String, _ task: ConfigEditTask, _ writer: EditedFileWriter
  ) -> Int32 {
    let toml = EditedValue(toml: value)
    let values = (toml.fault == nil ? [toml] : []) + [.text(value)]
    return apply(
      values.map { value in
        if let (tile, key) = tileKey(key) { [.setTile(tile, key: key, value)] } else { [.set(key, value)] }
      }, task, writer)
  }

  private static func unset(_ key: String) -> Edit {
    if let (tile, key) = tileKey(key) { .unsetTile(tile, key: key) } else { .unset(key) }
  }

  /// Returns the ID and the key in `tile.ID.KEY`; nil for the key of a section. An ID may contain dots.
  private static func tileKey(_ name: String) -> (tile: String, key: String)? {
    let prefix = "\(ConfigurationSection.tile.rawValue)."
    guard name.hasPrefix(prefix), let dot = name.lastIndex(of: ".") else { return nil }
    let id = name[..<dot].dropFirst(prefix.count)
    return id.isEmpty ? nil : (String(id), String(name[name.index(after: dot)...]))
  }

  /// Applies and saves the first of several alternatives that is valid.
  private static func apply(
    _ choices: [[Edit]], _ task: ConfigEditTask, _ writer: EditedFileWriter
  ) -> Int32 {
    do throws(EditRefusal) {
      let refusal = try EditingSession.save(writer.loader, path: task.configuration) {
        session throws(EditRefusal) in
        try applyFirst(of: choices, to: &session)
      } write: { session in
        writer.save(Array(session.text.utf8), from: session.base)
      }
      return finish(writer, refusal)
    } catch {
      return complain("\(error.diagnostic)", ExitStatus.invalidConfiguration)
    }
  }

  /// Applies the first valid alternative. Throws the refusal of the first one if none is valid.
  private static func applyFirst(
    of choices: [[Edit]], to session: inout EditingSession
  ) throws(EditRefusal) {
    var refusal: EditRefusal?
    for edits in choices {
      do throws(EditRefusal) {
        return try session.apply(edits)
      } catch {
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
  }

  private static func finish(_ writer: EditedFileWriter, _ refusal: SaveRefusal?) -> Int32 {
    switch refusal {
    case nil:
      let text = "\(writer.file.path): written\n"
      return StandardStream.output.write(text) ? ExitStatus.success : ExitStatus.system
    case .invalid(let error)?: return complain("\(error)", ExitStatus.invalidConfiguration)
    case .failed(let reason)?: return complain("\(writer.file.path): \(reason)", ExitStatus.system)
    case .outdated?: return complain("\(writer.file.path): was changed meanwhile", ExitStatus.system)
    case .noRight?: return complain("\(writer.file.path): no right", ExitStatus.forbidden)
    }
  }

  private static func complain(_ message: String, _ status: Int32) -> Int32 {
    StandardStream.error.write("rotunda config: \(message)\n")
    return status
  }
}
