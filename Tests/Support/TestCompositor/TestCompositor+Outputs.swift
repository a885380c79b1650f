import Wayland
import WaylandServer

extension TestCompositor {
  /// Adds a screen.
  public func addOutput(_ options: OutputOptions) {
    thread.perform { state in
      let output = OutputState(options, state)
      state.outputs.append(output)
      if let version = state.options.offered[.wlOutput] { output.offer(version: version) }
      state.extras.management.outputsChanged()
    }
  }

  /// Removes a screen; indexes start at 0.
  public func removeOutput(_ index: Int) {
    thread.perform { state in
      guard state.outputs.indices.contains(index) else { return }
      state.outputs.remove(at: index).withdraw()
      state.extras.management.outputsChanged()
    }
  }

  /// Changes a screen, and notifies all clients; indexes start at 0.
  public func changeOutput(_ index: Int = 0, _ change: @escaping (inout OutputOptions) -> Void) {
    thread.perform { state in
      guard state.outputs.indices.contains(index) else { return }
      let output = state.outputs[index]
      var options = output.options
      change(&options)
      output.change(to: options)
      state.extras.management.outputsChanged()
      if index == 0 { state.extras.setFractionalScale(options.fractionalScale) }
    }
  }

  /// The transform of each screen.
  public var outputTransforms: [WlOutput.Transform] {
    thread.perform { $0.outputs.map(\.options.transform) }
  }

  /// The number of screen configurations that clients applied (`zwlr_output_configuration_v1`).
  public var appliedConfigurations: Int { thread.perform { $0.extras.management.configurations } }

  /// Whether to refuse screen configurations.
  public var refusesConfigurations: Bool {
    get { thread.perform { $0.extras.management.refuses } }
    set { thread.perform { $0.extras.management.refuses = newValue } }
  }

  /// Sets the scale of the first screen.
  public func setScale(_ scale: Int32) { changeOutput { $0.scale = scale } }
}
