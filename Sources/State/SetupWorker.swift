import Configuration
import ConfigurationFile
import EventLoop
import FileSystem
import Freedesktop
import Logging
import Scene
import Shell

private let log = Log("setup")

/// Handles requests of the first run on background threads.
package final class SetupWorker {
  private let loop: EventLoop
  private let facts: SetupFacts
  private let media: SetupMedia
  private let networks: NetworkLink

  package init(_ loop: EventLoop, _ facts: SetupFacts, _ media: SetupMedia, _ networks: NetworkLink) {
    (self.loop, self.facts, self.media, self.networks) = (loop, facts, media, networks)
  }

  /// Handles a request, and calls `answer` with the result.
  package func perform(_ request: SetupRequest, answer: @escaping (SetupFact) -> Void) {
    let (facts, media) = (facts, media)
    switch request {
    case .applications(let language):
      inBackground({ .applications(facts.applications(language: language)) }, answer, or: .applications([]))
    case .media: inBackground({ .media(media.find()) }, answer, or: .media([]))
    case .looks: inBackground({ .looks(facts.looks()) }, answer, or: .looks([]))
    case .network(let order): networks.perform(order, answer: answer)
    case .keep(let medium):
      inBackground(
        { .kept(medium, path: media.keep(medium)) }, answer, or: .kept(medium, path: nil))
    }
  }

  private func inBackground(
    _ work: @escaping @Sendable () -> SetupFact, _ answer: @escaping (SetupFact) -> Void,
    or failure: SetupFact
  ) {
    do throws(EventLoopError) {
      try loop.inBackground(work, done: answer)
    } catch {
      log.error("\(error)")
      answer(failure)
    }
  }
}

/// Finds this machine's applications and themes.
package nonisolated struct SetupFacts: Sendable {
  /// The configuration file; nil for the default locations.
  private let file: String?
  private let environment: ProcessEnvironment

  package init(_ file: String?, _ environment: ProcessEnvironment) {
    (self.file, self.environment) = (file, environment)
  }

  /// Returns the applications that people can start, sorted by name.
  package func applications(language: String?) -> [InstalledApplication] {
    let files = SystemFiles()
    let catalog = DesktopEntryCatalog(
      files: files, directories: DataDirectories(environment: environment.variables))
    let languages = [language].compactMap(\.self) + environment.languages
    let path = environment.searchPath ?? ProgramSearch.defaultSearchPath
    let found = catalog.ids().compactMap { id -> InstalledApplication? in
      guard let entry = catalog.application(id, searchPath: path) else { return nil }
      let icon = (entry.icon?.resolved(for: languages)).flatMap { IconSource(entry: $0) }
      return InstalledApplication(id: id, name: entry.name.resolved(for: languages), icon: icon)
    }
    return found.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
  }

  /// Returns the installed themes, each with the current tiles.
  package func looks() -> [SetupLook] {
    let library = ThemeLibrary(environment: environment.variables)
    return ThemeDefinition.offered.compactMap { id in
      let definition = library.read(id)?.definition
      guard definition != nil || Theme.Name(rawValue: id) != nil else { return nil }
      let source = ConfigurationSource(file, environment, theme: id)
      let content = source.content(source.load())
      let shown = content.shelves.contains { !$0.tiles.isEmpty } ? content : source.sample()
      return SetupLook(
        id: id, name: definition?.name ?? LocalizedText(id), configuration: shown.configuration,
        shelves: shown.shelves)
    }
  }
}
