import Configuration
import Foundation
import Shell
import State
import Testing

/// The shell's editing requests, and the responses.
@MainActor
@Suite(.serialized) struct EditingServiceTests {
  private let place: StateDirectory
  private let events = Answers<ShellEvent>()
  private let service: EditingService
  private let source: ConfigurationSource

  private static let text = "[[tile]]\nid = \"chess\"\nname = \"Chess\"\naction = \"home\"\n"

  init() throws {
    place = try StateDirectory()
    try place.write(Self.text, to: "rotunda.toml")
    let pins = PINChecker(place.loop, directory: nil)
    source = ConfigurationSource(place["rotunda.toml"], place.environment)
    service = EditingService(
      place.loop, place.environment, source: source, file: place["rotunda.toml"], pins: pins
    ) { nil }
    let events = events
    service.onEvent = { events.values.append($0) }
  }

  private func next(_ count: Int) throws -> ShellEvent? {
    #expect(try place.wait { events.values.count >= count })
    return events.values.count >= count ? events.values[count - 1] : nil
  }

  @Test func changesAreShownSavedAndReadAgain() throws {
    service.perform(.begin)
    service.perform(.apply([.setTile("chess", key: "name", .text("Go"))]))
    guard case .edited(let first, _)? = try next(1), case .edited(let second, let shelves)? = try next(2)
    else {
      Issue.record("\(events.values)")
      return
    }
    #expect(!first.isChanged && first.tiles["chess"]?.place.line == 1)
    #expect(second.isChanged && second.canUndo && shelves.flatMap { $0.tiles.map(\.name) } == ["Go"])
    #expect(source.newPINFile == place["pin"])
    service.save(second.text, newPIN: nil)
    #expect(try place.wait { events.values.contains(.saved) })
    #expect(place.text(of: "rotunda.d/80-edited.toml") == second.text)
    #expect(place.text(of: "rotunda.toml") == Self.text)
    guard case .edited(let last, _)? = try next(4) else {
      Issue.record("\(events.values)")
      return
    }
    #expect(!last.isChanged && last.text == second.text, "later changes are compared with the saved file")
  }

  @Test func changesDuringSavingAreKept() throws {
    service.perform(.begin)
    service.perform(.apply([.setTile("chess", key: "name", .text("Go"))]))
    guard case .edited(let first, _)? = try next(2) else {
      Issue.record("\(events.values)")
      return
    }
    service.save(first.text, newPIN: nil)
    service.perform(.apply([.setTile("chess", key: "badge", .text("New"))]))
    #expect(try place.wait { events.values.contains(.saved) && events.values.count >= 4 })
    service.perform(.apply([.set("brand.name", .text("A"))]))
    _ = try next(5)
    guard case .edited(let last, _)? = events.values.last else {
      Issue.record("\(events.values)")
      return
    }
    #expect(last.isChanged && last.text.contains("badge = \"New\"") && last.text.contains("\"A\""))
  }

  @Test func undoAndRefusalsAreAnswered() throws {
    for request in [
      EditingRequest.begin, .apply([.removeTile("ches")]), .apply([.set("brand.name", .text("A"))]), .undo,
      .redo,
      .end,
    ] {
      service.perform(request)
    }
    _ = try next(5)
    guard case .editRefused(let refusal) = events.values[1], case .edited(let undone, _) = events.values[3],
      case .edited(let redone, _) = events.values[4]
    else {
      Issue.record("\(events.values)")
      return
    }
    #expect(refusal.reason == .unknownTile && refusal.diagnostic.suggestion == "chess")
    #expect(!undone.isChanged && undone.canRedo && redone.configuration.brand.name?.text == "A")
  }

  @Test func refusedConfigurationIsNotSaved() throws {
    service.save("[brand]\nnam = \"x\"\n", newPIN: nil)
    guard case .saveRefused(.invalid(let error))? = try next(1) else {
      Issue.record("\(events.values)")
      return
    }
    #expect(error.key == "brand.nam" && error.line == 2)
    #expect(place.text(of: "rotunda.d/80-edited.toml") == nil)
  }

  @Test func usersOwnPINIsWrittenBesideTheirFile() throws {
    let pin = try #require(PIN("1357"))
    service.save("[admin]\npin-file = \"\(place["new/pin"])\"\n", newPIN: pin)
    #expect(try place.wait { !events.values.isEmpty })
    #expect(events.values.contains(.saved), "\(events.values)")
    #expect(place.text(of: "new/pin")?.hasPrefix("$y$") == true)
  }
}
