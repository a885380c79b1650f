import Diagnosis
import FileSystem
import Glibc

/// Reads the parts of a machine from the kernel. It reads no serial numbers.
package struct HardwareInspection {
  private let files = SystemFiles()
  /// The largest file to read. The kernel's files are short, except those with a paragraph for each core.
  private static let largestFile = 1 << 20

  package init() {}

  /// Returns the parts of the machine. `panels` are the paths of its touch panels' devices.
  package func hardware(panels: [String]) -> Hardware {
    var hardware = Hardware()
    var system = utsname()
    if uname(&system) == 0 {
      hardware.kernel = Self.text(of: system.release)
      hardware.architecture = Self.text(of: system.machine)
    }
    hardware.release = value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=")
    hardware.model = model
    hardware.processor = processor
    hardware.coreCount = max(0, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let memory = value(of: "MemTotal", in: "/proc/meminfo", separator: ":").prefix(while: \.isNumber)
    hardware.memory = (Int(memory) ?? 0) / 1024
    inspectCards(&hardware)
    for path in panels { hardware.panels[path] = panel(path) }
    return hardware
  }

  /// The name of a board from its device tree, or of a computer from its firmware.
  private var model: String {
    let board = line("/proc/device-tree/model")
    if !board.isEmpty { return board }
    return ["sys_vendor", "product_name"].map { line("/sys/class/dmi/id/\($0)") }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// The name of the processor. Arm processors have only numbers.
  private var processor: String {
    let file = "/proc/cpuinfo"
    let name = value(of: "model name", in: file, separator: ":")
    if !name.isEmpty { return name }
    let numbers = ["CPU implementer", "CPU part"].map { value(of: $0, in: file, separator: ":") }
    return numbers.allSatisfy(\.isEmpty) ? "" : "implementer \(numbers[0]), part \(numbers[1])"
  }

  private func inspectCards(_ hardware: inout Hardware) {
    let directory = "/sys/class/drm"
    for name in files.names(in: directory).sorted() where name.hasPrefix("card") {
      let path = "\(directory)/\(name)"
      if let dash = name.firstIndex(of: "-") {
        hardware.connectors.append(
          Hardware.Connector(
            name: String(name[name.index(after: dash)...]), status: line("\(path)/status"),
            mode: line("\(path)/modes")))
      } else {
        hardware.cards.append(Hardware.Card(name: name, driver: driver(of: "\(path)/device")))
      }
    }
  }

  private func panel(_ device: String) -> Hardware.Panel {
    let name = device.split(separator: "/").last.map(String.init) ?? ""
    let input = "/sys/class/input/\(name)/device"
    let numbers = ["bustype", "vendor", "product"].map { line("\(input)/id/\($0)") }
    return Hardware.Panel(
      driver: driver(of: "\(input)/device"),
      identity: numbers.allSatisfy(\.isEmpty) ? "" : numbers.joined(separator: ":"))
  }

  private func driver(of device: String) -> String {
    value(of: "DRIVER", in: "\(device)/uevent", separator: "=")
  }

  /// Returns the first value of a name in a file of lines with names and values.
  private func value(of name: String, in path: String, separator: Character) -> String {
    for line in text(path).split(separator: "\n") {
      let parts = line.split(separator: separator, maxSplits: 1)
      guard parts.count == 2, Self.trimmed(parts[0]) == name else { continue }
      return Self.trimmed(parts[1])
    }
    return ""
  }

  private func line(_ path: String) -> String {
    text(path).split { $0 == "\n" || $0 == "\0" }.first.map { Self.trimmed($0) } ?? ""
  }

  private func text(_ path: String) -> String {
    files.contents(of: path, limit: Self.largestFile).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func trimmed(_ text: Substring) -> String {
    let isPadding: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\"" }
    var rest = text.drop(while: isPadding)
    while let last = rest.last, isPadding(last) { rest.removeLast() }
    return String(rest)
  }

  /// Returns the text in a field of `utsname`.
  private static func text<Field>(of field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
