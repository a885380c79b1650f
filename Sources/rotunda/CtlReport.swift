import Bus
import Diagnosis

/// What `rotunda ctl` prints.
enum CtlReport {
  /// What can be read of a launcher, in this order and under these names.
  private static let entries = [
    ("version", "Version"), ("configuration", "Configuration"), ("problems", "Problems"),
    ("screen", "Screen"), ("tile", "Tile"), ("app", "App"), ("nobody", "Nobody"), ("uptime", "Uptime"),
    ("frames", "Frames"), ("last-error", "LastError"),
  ]

  static let success = "{\"ok\":true}"

  static func failure(_ failure: CtlClient.Failure) -> String {
    "{\"ok\":false,\"error\":\(JSONText.quoted(failure.name)),\"message\":\(JSONText.quoted(failure.message))}"
  }

  /// What the launcher is doing.
  static func status(_ properties: [String: BusValue], isJSON: Bool) -> String {
    let values = entries.compactMap { name, property in properties[property].map { (name, $0) } }
    guard isJSON else {
      return values.map { "\($0): \(plain($1))" }.joined(separator: "\n")
    }
    return object(values)
  }

  /// A signal on a line.
  static func signal(_ signal: BusSignal, isJSON: Bool) -> String {
    let name = signal.member.lowercased()
    guard isJSON else { return ([name] + signal.arguments.map(plain)).joined(separator: " ") }
    return object([("signal", .string(name))] + Array(zip(names(of: signal.member), signal.arguments)))
  }

  private static func names(of signal: String) -> [String] {
    switch signal {
    case "Opened": ["tile"]
    case "Closed": ["tile", "reason"]
    case "Idle": ["nobody"]
    case "Error": ["text"]
    default: []
    }
  }

  private static func object(_ values: [(String, BusValue)]) -> String {
    let members = values.map { "\(JSONText.quoted($0)):\(json($1))" }
    return "{\(members.joined(separator: ","))}"
  }

  private static func json(_ value: BusValue) -> String {
    if let truth = value.truth { return "\(truth)" }
    return value.integer.map { "\($0)" } ?? JSONText.quoted(value.text ?? "")
  }

  /// On one line, and without what drives a terminal.
  private static func plain(_ value: BusValue) -> String {
    if let truth = value.truth { return truth ? "yes" : "no" }
    if let number = value.integer { return "\(number)" }
    let scalars = (value.text ?? "").unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : $0
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
