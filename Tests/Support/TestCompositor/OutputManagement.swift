import Wayland
import WaylandServer

/// Lets clients rotate the screens (`zwlr_output_manager_v1`).
final class OutputManagement {
  /// Whether to refuse configurations.
  var refuses = false
  /// The number of configurations that clients applied.
  private(set) var configurations = 0

  private final class Client {
    let manager: ZwlrOutputManagerV1Resource
    var heads: [(output: OutputState, resource: ZwlrOutputHeadV1Resource)] = []
    init(_ manager: ZwlrOutputManagerV1Resource) { self.manager = manager }
  }

  private var clients: [Client] = []
  private var serial: UInt32 = 1
  private unowned let state: CompositorState

  init(_ state: CompositorState) { self.state = state }

  func makeGlobal(version: UInt32) -> ServerGlobal {
    state.display.addGlobal(ZwlrOutputManagerV1Resource.self, version: version) { [unowned self] manager in
      let client = Client(manager)
      clients.append(client)
      manager.onDestroy = { [unowned self, unowned manager] in clients.removeAll { $0.manager === manager } }
      manager.onRequest = { [unowned self, weak client] request in
        guard let client, case .createConfiguration(let configuration, let serial) = request else { return }
        follow(configuration, of: client, serial)
      }
      tell(client)
    }
  }

  /// Reports added, removed or changed screens.
  func outputsChanged() {
    serial += 1
    clients.forEach(tell)
  }

  private func tell(_ client: Client) {
    for (output, head) in client.heads where !state.outputs.contains(where: { $0 === output }) {
      head.sendFinished()
    }
    client.heads.removeAll { head in !state.outputs.contains { $0 === head.output } }
    for output in state.outputs {
      let known = client.heads.first { $0.output === output }?.resource
      let head = known ?? client.manager.sendHead()
      if known == nil {
        head.onDestroy = { [weak client, unowned head] in client?.heads.removeAll { $0.resource === head } }
        client.heads.append((output, head))
        head.sendName(name: output.options.name)
        let mode = head.sendMode()
        mode.sendSize(width: output.options.width, height: output.options.height)
        head.sendEnabled(enabled: 1)
        head.sendCurrentMode(mode: mode)
      }
      head.sendTransform(transform: output.options.transform)
    }
    client.manager.sendDone(serial: serial)
  }

  private func follow(
    _ configuration: ZwlrOutputConfigurationV1Resource, of client: Client, _ serial: UInt32
  ) {
    var wanted: [(output: OutputState, transform: WlOutput.Transform)] = []
    configuration.onRequest = { [unowned self, unowned configuration, weak client] request in
      switch request {
      case .enableHead(let change, let head):
        change.onRequest = { request in
          guard case .setTransform(let transform) = request,
            let output = client?.heads.first(where: { $0.resource === head })?.output
          else { return }
          wanted.append((output, transform))
        }
      case .apply: apply(configuration, serial, wanted)
      case .disableHead, .test, .destroy: break
      }
    }
  }

  private func apply(
    _ configuration: ZwlrOutputConfigurationV1Resource, _ serial: UInt32,
    _ wanted: [(output: OutputState, transform: WlOutput.Transform)]
  ) {
    configurations += 1
    guard serial == self.serial else { return configuration.sendCancelled() }
    guard !refuses else { return configuration.sendFailed() }
    for (output, transform) in wanted {
      var options = output.options
      options.transform = transform
      output.change(to: options)
    }
    configuration.sendSucceeded()
    outputsChanged()
  }
}
