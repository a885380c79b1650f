import Commands
import Configuration
import ConfigurationFile
import State

/// `rotunda config power`: prints which power actions the configuration allows, one on a line. The polkit
/// rule asks this.
enum ConfigPowerCommand {
  static func run(_ options: LaunchOptions) -> Int32 {
    let variables = ProcessEnvironment.current.variables
    let loaded = ConfigurationLoader(environment: variables).load(options.configuration)
    // What cannot be read allows nothing.
    let isAllowed = loaded.isReadable && loaded.configuration.kiosk.allowsPower
    let actions = isAllowed ? PowerAction.allCases : []
    let text = actions.map { "\($0.rawValue)\n" }.joined()
    return StandardStream.output.write(text) ? ExitStatus.success : ExitStatus.system
  }
}
