import CLinux
import Commands
import Glibc
import Logging
import State
import Wayland

/// The program: understands its command line and hands over to a subcommand.
@main
enum Rotunda {
  static func main() {
    // Before anything else opens a descriptor.
    clinux_open_standard_descriptors()
    setlocale(LC_ALL, "")
    Connection.onComplaint { Log("libwayland").warning($0) }
    let words = Array(CommandLine.arguments.dropFirst())
    if DecodePicturesCommand.run(words) { exit(ExitStatus.success) }
    do throws(UsageError) {
      let invocation = try Invocation(
        words: words, environment: ProcessEnvironment.current.variables)
      if invocation.showsPictures { DecodePicturesCommand.startEarly() }
      exit(run(invocation))
    } catch {
      StandardStream.error.write("rotunda: \(error.message)\nTry 'rotunda --help'.\n")
      exit(ExitStatus.usage)
    }
  }

  private static func run(_ invocation: Invocation) -> Int32 {
    switch invocation {
    case .launch(let options): LaunchCommand.run(options)
    case .session(let options): SessionCommand.run(options)
    case .panels(let options): PanelsCommand.run(options)
    case .preview(let options): PreviewCommand.run(options)
    case .setup(let options): SetupCommand.run(options)
    case .touchTest(let options): TouchTestCommand.run(options)
    case .demo(let options): DemoCommand.run(options)
    case .check(let file): CheckCommand.run(file)
    case .doctor(let options): DoctorCommand.run(options)
    case .failure(let options): FailureCommand.run(options)
    case .configKeys: ConfigKeysCommand.run()
    case .configPower(let options): ConfigPowerCommand.run(options)
    case .control(let options): CtlCommand.run(options)
    case .hashPIN: HashPINCommand.run()
    case .help: print(Help.text)
    case .controlHelp: print(Help.controlText)
    case .version: print(Help.version)
    }
  }

  private static func print(_ text: String) -> Int32 {
    StandardStream.output.write(text + "\n") ? ExitStatus.success : ExitStatus.system
  }
}
