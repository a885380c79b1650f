import Wayland
import WaylandServer

extension TestCompositor {
  /// Plugs in a screen.
  public func addOutput(_ options: OutputOptions) {
    thread.perform { state in
      let output = OutputState(options, state)
      state.outputs.append(output)
      if let version = state.options.offered[.wlOutput] { output.offer(version: version) }
    }
  }

  /// Unplugs a screen, counted from 0.
  public func removeOutput(_ index: Int) {
    thread.perform { state in
      guard state.outputs.indices.contains(index) else { return }
      state.outputs.remove(at: index).withdraw()
    }
  }

  /// Changes a screen, counted from 0, and tells all clients.
  public func changeOutput(_ index: Int = 0, _ change: @escaping (inout OutputOptions) -> Void) {
    thread.perform { state in
      guard state.outputs.indices.contains(index) else { return }
      let output = state.outputs[index]
      var options = output.options
      change(&options)
      output.change(to: options)
      if index == 0 { state.extras.setFractionalScale(options.fractionalScale) }
    }
  }

  /// Sets the scale of the first screen.
  public func setScale(_ scale: Int32) { changeOutput { $0.scale = scale } }
}
