import Bus
import Control
import EventLoop

/// `rotunda ctl watch`: prints what happens on a kiosk, a line for each, until it is told to end.
struct CtlWatch {
  private let client: CtlClient
  private let isJSON: Bool

  init(_ client: CtlClient, isJSON: Bool) {
    (self.client, self.isJSON) = (client, isJSON)
  }

  func run() throws(CtlClient.Failure) -> Int32 {
    // Whether there is somebody to be listened to.
    _ = try client.properties()
    do {
      guard let bus = client.connection else { return ExitStatus.unavailable }
      let signals = try EndSignal.all(client.loop)
      for signal in signals { signal.onSignal = { [loop = client.loop] in loop.stop() } }
      bus.onDisconnect = { [loop = client.loop] in loop.stop(status: ExitStatus.unavailable) }
      try bus.subscribe(
        BusSignalFilter(sender: client.name, path: ControlInterface.path, interface: ControlInterface.name)
      ) { tell($0) }
      return try client.loop.run()
    } catch {
      throw .unreachable("\(error)")
    }
  }

  private func tell(_ signal: BusSignal) {
    let isWritten = StandardStream.output.write(CtlReport.signal(signal, isJSON: isJSON) + "\n")
    // Whoever read has gone.
    if !isWritten { client.loop.stop() }
  }
}
