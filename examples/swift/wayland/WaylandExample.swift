import Wayland

/// Prints the compositor's globals, outputs and input devices.
@main @MainActor
enum WaylandExample {
  static func main() {
    do {
      try report()
    } catch {
      print("wayland-example: \(error)")
    }
  }

  private static func report() throws {
    let connection = try Connection()
    let registry = try Registry(connection)
    for global in registry.globals { print("\(global.interface) \(global.version)") }
    let outputs = try registry.globals(of: WlOutput.self).map { try registry.bind(WlOutput.self, $0) }
    for (number, output) in outputs.enumerated() {
      output.onEvent = { event in
        switch event {
        case .geometry(_, _, _, _, _, let make, let model, _): print("output \(number): \(make) \(model)")
        case .mode(_, let width, let height, let refresh):
          print("output \(number): \(width)x\(height), \(refresh / 1000) Hz")
        default: break
        }
      }
    }
    let seats = try registry.globals(of: WlSeat.self).map { try registry.bind(WlSeat.self, $0) }
    for seat in seats {
      seat.onEvent = { event in
        guard case .capabilities(let capabilities) = event else { return }
        let devices: [(WlSeat.Capability, String)] = [
          (.touch, "touchscreen"), (.pointer, "pointer"), (.keyboard, "keyboard"),
        ]
        print("seat:", devices.filter { capabilities.contains($0.0) }.map(\.1).joined(separator: ", "))
      }
    }
    // Events arrive only while a call waits for them: here, for the answer to the last request.
    try connection.roundtrip()
    connection.close()
  }
}
