import CarouselEngine
import Foundation

/// Computes this engine's answers for `physics.csv` and `events.csv`.
public enum PhysicsReplay {
  private struct Scenarios: Decodable {
    var scenarios: [Scenario]
  }

  static let physicsColumns = [
    "scenario", "tick", "time", "scroll_offset", "current_index", "dragging", "decelerating", "scrolling",
    "timer",
    "toggle", "start_velocity", "number_of_items",
  ]
  static let eventColumns = [
    "scenario", "seq", "tick", "time", "event", "arg", "scroll_offset", "current_index",
  ]

  /// Plays every scenario, and returns both tables.
  public static func tables(scenarios json: Data, physics: ScrollPhysicsKind) throws -> (
    physics: CSVTable, events: CSVTable
  ) {
    var table = CSVTable(columns: physicsColumns)
    var events = CSVTable(columns: eventColumns)
    for scenario in try JSONDecoder().decode(Scenarios.self, from: json).scenarios {
      var player = ScenarioPlayer(scenario, physics: physics)
      player.play()
      table.rows += player.physicsRows
      events.rows += player.eventRows
    }
    return (table, events)
  }
}
