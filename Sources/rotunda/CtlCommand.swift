import Bus
import Commands
import Control
import Diagnosis
import EventLoop
import Glibc

/// `rotunda ctl`: asks a launcher that runs for something.
enum CtlCommand {
  static func run(_ options: CtlOptions) -> Int32 {
    do throws(CtlClient.Failure) {
      let client = try client(options)
      switch options.verb {
      case .status: return tell(CtlReport.status(try client.properties(), isJSON: options.isJSON))
      case .watch: return try CtlWatch(client, isJSON: options.isJSON).run()
      case .screenshot(let file):
        try CtlPicture(file).take { descriptor throws(CtlClient.Failure) in
          _ = try client.call("Screenshot", [.descriptor(descriptor)])
        }
      default: _ = try client.call(options.verb.method, options.verb.arguments)
      }
      // A picture on standard output stands alone.
      guard options.isJSON, options.verb != .screenshot(file: nil) else { return ExitStatus.success }
      return tell(CtlReport.success)
    } catch {
      return fail(error, options)
    }
  }

  private static func client(_ options: CtlOptions) throws(CtlClient.Failure) -> CtlClient {
    do throws(EventLoopError) {
      return try CtlClient(options)
    } catch {
      throw .unreachable("\(error)")
    }
  }

  private static func tell(_ text: String) -> Int32 {
    StandardStream.output.write(text + "\n") ? ExitStatus.success : ExitStatus.system
  }

  private static func fail(_ failure: CtlClient.Failure, _ options: CtlOptions) -> Int32 {
    StandardStream.error.write("rotunda ctl: \(failure.message)\n")
    // Pictures go to standard output too.
    if options.isJSON, options.verb != .screenshot(file: nil) {
      StandardStream.output.write(CtlReport.failure(failure) + "\n")
    }
    return failure.exitStatus
  }
}

extension CtlOptions.Verb {
  /// The method that does it.
  var method: String {
    switch self {
    case .reload: "Reload"
    case .home: "Home"
    case .blank: "Blank"
    case .unblank: "Unblank"
    case .open: "Open"
    case .message: "ShowMessage"
    case .screenshot: "Screenshot"
    case .status, .watch: "GetAll"
    }
  }

  var arguments: [BusValue] {
    switch self {
    case .open(let tile): [.string(tile)]
    case .message(let text, let seconds): [.string(text), .uint32(seconds)]
    default: []
    }
  }
}

extension CtlClient.Failure {
  var message: String {
    switch self {
    case .unreachable(let reason): reason
    case .forbidden: "only root and members of the group rotunda-operators may do that"
    case .refused(let error): error.message.isEmpty ? error.name : error.message
    case .unwritable(let reason): reason
    case .onTerminal: "a terminal shows no pictures: --output FILE"
    }
  }

  /// The name of the error, as the bus has it.
  var name: String {
    switch self {
    case .unreachable: "org.freedesktop.DBus.Error.ServiceUnknown"
    case .forbidden: "org.freedesktop.DBus.Error.AccessDenied"
    case .refused(let error): error.name
    case .unwritable: "org.freedesktop.DBus.Error.IOError"
    case .onTerminal: "org.freedesktop.DBus.Error.InvalidArgs"
    }
  }

  var exitStatus: Int32 {
    switch self {
    case .unreachable: ExitStatus.unavailable
    case .forbidden: ExitStatus.forbidden
    case .refused: ExitStatus.refused
    case .unwritable: ExitStatus.system
    case .onTerminal: ExitStatus.usage
    }
  }
}
