import Configuration
import ConfigurationFile
import EventLoop
import FileSystem
import Languages
import Logging
import Programs
import Shell

private let log = Log("programs")

/// Finds the commands of tiles in root's configurations, for a service that must not trust a launcher.
package final class TileCommands {
  private let loop: EventLoop
  private let environment: ProcessEnvironment
  private var configurations: [String: ServedConfiguration] = [:]

  /// The most configuration files: one for each seat.
  private static let mostConfigurations = 16

  package init(_ loop: EventLoop, _ environment: ProcessEnvironment) {
    (self.loop, self.environment) = (loop, environment)
  }

  /// Answers an order with the tile's program: at once, or after rereading the files if no tile has that
  /// identifier.
  package func find(
    _ order: ProgramStartOrder, answer: @escaping (Result<ProgramRequest, StartFailure>) -> Void
  ) {
    guard ConfigurationLoader.isOfMachine(order.configuration),
      let served = configuration(order.configuration)
    else {
      return answer(
        .failure(.refused(errno: 0, text: "\(order.configuration) is not a configuration of the kiosk")))
    }
    served.find(order, answer: answer)
  }

  private func configuration(_ path: String) -> ServedConfiguration? {
    if let known = configurations[path] { return known }
    guard configurations.count < Self.mostConfigurations else { return nil }
    do throws(EventLoopError) {
      let new = try ServedConfiguration(path, loop, environment)
      configurations[path] = new
      return new
    } catch {
      log.error("\(error)")
      return nil
    }
  }
}

/// A configuration that is kept up to date.
private final class ServedConfiguration {
  private let live: LiveConfiguration
  private var waiting: [(order: ProgramStartOrder, answer: (Result<ProgramRequest, StartFailure>) -> Void)] =
    []
  private var deadline: Deadline?

  /// Seconds that an order waits for the files to be reread. The launcher has already read them.
  private static let patience = 2.0

  init(_ path: String, _ loop: EventLoop, _ environment: ProcessEnvironment) throws(EventLoopError) {
    live = try LiveConfiguration(ConfigurationSource(path, environment), loop, environment)
    live.waitForInitial()
    deadline = try loop.addDeadline { [weak self] in self?.giveUp() }
    live.onEvent = { [weak self] event in
      // Errors stay until someone fixes them, so do not wait any longer.
      if case .configurationRefused = event { self?.giveUp() } else { self?.tryAgain() }
    }
    live.start()
  }

  func find(_ order: ProgramStartOrder, answer: @escaping (Result<ProgramRequest, StartFailure>) -> Void) {
    if let request = request(order) { return answer(.success(request)) }
    waiting.append((order, answer))
    live.reload()
    if deadline?.time == nil { deadline?.set(EventLoop.now + Self.patience) }
  }

  private func request(_ order: ProgramStartOrder) -> ProgramRequest? {
    request(order, among: live.shelves(in: language(of: order)))
  }

  private func language(of order: ProgramStartOrder) -> String? {
    order.language.flatMap { $0.utf8.count <= 64 ? LanguageTag($0)?.description : nil }
  }

  private func request(_ order: ProgramStartOrder, among shelves: [LauncherShelf]) -> ProgramRequest? {
    for shelf in shelves {
      if let tile = LauncherTile.find(order.tile, among: shelf.tiles) { return tile.request(order.origin) }
    }
    return nil
  }

  private func tryAgain() {
    let orders = waiting
    waiting = []
    for (order, answer) in orders {
      if let request = request(order) { answer(.success(request)) } else { waiting.append((order, answer)) }
    }
    if waiting.isEmpty { deadline?.set(nil) }
  }

  private func giveUp() {
    deadline?.set(nil)
    let orders = waiting
    waiting = []
    for (order, answer) in orders {
      // A launcher that starts with broken files shows the last good ones.
      let shelves = live.lastGoodShelves(in: language(of: order)) ?? []
      if let request = request(order, among: shelves) {
        answer(.success(request))
        continue
      }
      let text = "no tile '\(order.tile)' in \(order.configuration) starts a program"
      answer(.failure(.refused(errno: 0, text: text)))
    }
  }
}
