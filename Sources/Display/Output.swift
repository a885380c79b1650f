import RotundaGeometry
import Wayland

package final class Output {
  /// The properties that a screen reports.
  package nonisolated struct Description: Hashable, Sendable {
    /// The compositor's name for it, such as "HDMI-A-1"; empty if unknown.
    package var name = ""
    /// The size of the current mode in pixels, before the transform; zero if unknown.
    package var mode = Size.zero
    /// The physical size in millimeters, before the transform; zero if unknown.
    package var physicalSize = Size.zero
    /// Seconds between two refreshes; nil if unknown.
    package var refreshInterval: Double?
    /// The integer scale in pixels per point.
    package var scale: Int32 = 1
    /// The rotation of the output.
    package var transform = WlOutput.Transform.normal

    package init() {}

    /// The size in points, after the transform; zero if unknown.
    package var logicalSize: Size {
      let isTurned = transform.rawValue & 1 == 1
      let upright = isTurned ? Size(mode.height, mode.width) : mode
      return upright * (1 / Double(scale))
    }
  }

  /// The compositor's object.
  package let proxy: WlOutput
  /// The registry's number for it.
  package let globalName: UInt32
  /// The last complete description.
  package private(set) var description = Description()
  var onChange: (() -> Void)?
  private var pending = Description()

  /// The unit of a mode's refresh rate is mHz.
  private static let millihertz = 1000.0
  /// The plausible refresh rates in Hz.
  private static let plausibleRates = 1.0...1000.0
  /// The largest plausible scale: buffers would exceed the texture limit.
  private static let largestScale: Int32 = 16

  init(_ proxy: WlOutput, globalName: UInt32) {
    self.proxy = proxy
    self.globalName = globalName
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  func release() {
    proxy.onEvent = nil
    if proxy.version >= Self.releaseVersion { proxy.release() } else { proxy.destroyProxy() }
  }

  /// The version that introduced `wl_output.release`.
  private static let releaseVersion: UInt32 = 3
  /// The version that introduced `wl_output.done`.
  private static let doneVersion: UInt32 = 2

  func handle(_ event: WlOutput.Event) {
    switch event {
    case .geometry(_, _, let width, let height, _, _, _, let transform):
      pending.physicalSize = Size(Double(max(0, width)), Double(max(0, height)))
      pending.transform = transform
    case .mode(let flags, let width, let height, let refresh):
      guard flags.contains(.current) else { return }
      pending.mode = Size(Double(max(0, width)), Double(max(0, height)))
      let rate = Double(refresh) / Self.millihertz
      pending.refreshInterval = Self.plausibleRates.contains(rate) ? 1 / rate : nil
    case .scale(let factor): pending.scale = min(max(1, factor), Self.largestScale)
    case .name(let name): pending.name = name
    case .description: break
    case .done: apply()
    }
    if proxy.version < Self.doneVersion { apply() }
  }

  private func apply() {
    guard pending != description else { return }
    description = pending
    onChange?()
  }
}

/// All screens, and those that the window is on.
package final class Outputs {
  /// All screens in order of appearance.
  package private(set) var all: [Output] = []
  private var entered: [Output] = []
  private var observers: [() -> Void] = []

  /// The screen that determines how to draw. It is the one with the largest scale of those that the window is
  /// on, otherwise the first. Nil without any screen.
  package var current: Output? {
    entered.max { $0.description.scale < $1.description.scale } ?? all.first
  }

  /// Calls `change` whenever the properties of `current` may have changed.
  func observe(_ change: @escaping () -> Void) {
    observers.append(change)
  }

  private func changed() {
    for observer in observers { observer() }
  }

  func add(_ proxy: WlOutput, globalName: UInt32) {
    let output = Output(proxy, globalName: globalName)
    output.onChange = { [weak self] in self?.changed() }
    all.append(output)
  }

  func remove(globalName: UInt32) {
    guard let index = all.firstIndex(where: { $0.globalName == globalName }) else { return }
    let output = all.remove(at: index)
    entered.removeAll { $0 === output }
    output.release()
    changed()
  }

  func handle(_ event: WlSurface.Event) {
    switch event {
    case .enter(let proxy):
      guard let output = all.first(where: { $0.proxy === proxy }), !entered.contains(where: { $0 === output })
      else { return }
      entered.append(output)
    case .leave(let proxy): entered.removeAll { $0.proxy === proxy }
    }
    changed()
  }
}

nonisolated extension Output.Description {
  /// Invalid sizes in millimeters: screens that report their aspect ratio, as is, or in centimeters that are
  /// read as millimeters. (EDID allows that, and projectors do it.)
  private static let placeholders: [Size] = [
    Size(16, 9), Size(16, 10), Size(160, 90), Size(160, 100), Size(1600, 900), Size(1600, 1000),
  ]
  /// The plausible aspect ratios of a pixel. Others mean that the size is wrong.
  private static let squareness = 0.8...1.25
  /// The plausible densities in pixels per millimeter: from a projected wall with 50 mm per pixel to pocket
  /// screens.
  private static let plausibleDensities = 0.02...50.0

  /// The density in pixels per millimeter; nil if the screen reports no size or an implausible one.
  ///
  /// Some compositors rotate the size with the picture and some do not, so both orientations are tried.
  package var pixelsPerMillimeter: Double? {
    guard !mode.isEmpty, !physicalSize.isEmpty, !Self.placeholders.contains(where: isPlaceholder) else {
      return nil
    }
    let upright = (mode.width / physicalSize.width) / (mode.height / physicalSize.height)
    let turned = (mode.width / physicalSize.height) / (mode.height / physicalSize.width)
    guard Self.squareness.contains(upright) || Self.squareness.contains(turned) else { return nil }
    let density =
      Point(mode.width, mode.height).length / Point(physicalSize.width, physicalSize.height).length
    return Self.plausibleDensities.contains(density) ? density : nil
  }

  private func isPlaceholder(_ size: Size) -> Bool {
    physicalSize == size || physicalSize == Size(size.height, size.width)
  }
}
