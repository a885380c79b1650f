import Logging
import Wayland

private let log = Log("screens")

/// Turns the screens off and on, if the compositor supports wlr-output-power-management.
final class ScreenPower {
  private let manager: ZwlrOutputPowerManagerV1
  private var powers: [ObjectIdentifier: ZwlrOutputPowerV1] = [:]

  /// Creates the control. Returns nil if the compositor lacks the protocol.
  init?(_ registry: Registry) {
    guard let manager = registry.bindIfOffered(ZwlrOutputPowerManagerV1.self) else { return nil }
    self.manager = manager
  }

  /// Turns these screens on or off. A screen that refuses stays on and shows black.
  func set(isOn: Bool, _ outputs: [Output]) {
    for (key, power) in powers where !outputs.contains(where: { ObjectIdentifier($0) == key }) {
      drop(power)
      powers[key] = nil
    }
    for output in outputs { power(of: output).setMode(mode: isOn ? .on : .off) }
  }

  func destroy() {
    powers.values.forEach(drop)
    powers = [:]
  }

  private func power(of output: Output) -> ZwlrOutputPowerV1 {
    let key = ObjectIdentifier(output)
    if let power = powers[key] { return power }
    let power = manager.getOutputPower(output: output.proxy)
    powers[key] = power
    power.onEvent = { [weak self] event in
      guard case .failed = event, let self, let power = powers.removeValue(forKey: key) else { return }
      log.warning("a screen cannot be turned off and on: it is left to itself")
      drop(power)
    }
    return power
  }

  private func drop(_ power: ZwlrOutputPowerV1) {
    power.onEvent = nil
    power.destroy()
  }
}

extension WaylandSession {
  /// Turns the screens on or off, if the compositor permits that.
  package func setScreens(isOn: Bool) {
    screenPower?.set(isOn: isOn, outputs.all)
  }
}
