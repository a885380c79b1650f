import Commands
import Diagnosis
import Inspection
import State

/// `rotunda doctor`: says what this machine lacks of what a kiosk needs.
enum DoctorCommand {
  static func run(_ options: DoctorOptions) -> Int32 {
    let inspector = Inspector(environment: ProcessEnvironment.current.variables)
    let diagnosis = Diagnosis(of: inspector.machine(configuration: options.configuration))
    let lines = options.isJSON ? [diagnosis.json] : diagnosis.lines
    guard StandardStream.output.write(lines.map { $0 + "\n" }.joined()) else { return ExitStatus.system }
    return diagnosis.isGood ? ExitStatus.success : ExitStatus.incomplete
  }
}
