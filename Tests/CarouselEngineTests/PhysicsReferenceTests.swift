import CarouselReplay
import Testing

@Suite struct PhysicsReferenceTests {
  @Test func classicPhysicsMovesAsTheOriginal() throws {
    let ours = try PhysicsReplay.tables(
      scenarios: ReferenceTables.data("physics-scenarios.json"), physics: .classic
    ).physics
    let found = try ReferenceTables.differences(
      ReferenceTables.table("physics.csv"), ours, by: ["scenario", "tick"], tolerance: 1e-6)
    #expect(found == [])
  }

  @Test func classicPhysicsReportsAsTheOriginal() throws {
    let original = try Self.sequences(ReferenceTables.table("events.csv"))
    let ours = try Self.sequences(
      PhysicsReplay.tables(scenarios: ReferenceTables.data("physics-scenarios.json"), physics: .classic)
        .events)
    for (scenario, events) in original {
      let answers = ours[scenario] ?? []
      #expect(events.count == answers.count, "\(scenario)")
      for (event, answer) in zip(events, answers) {
        let same = zip(event, answer).allSatisfy { ReferenceTables.agree($0, $1, tolerance: 1e-6) }
        #expect(same, "\(scenario): \(event) became \(answer)")
        if !same { break }
      }
    }
  }

  /// Each scenario's events in order, without their numbers and without intentional deviations.
  private static func sequences(_ table: CSVTable) throws -> [String: [[String]]] {
    let event = try #require(table.index(of: "event"))
    var result: [String: [[String]]] = [:]
    for row in table.rows where !Deviation.covers(row[0], row[event]) {
      result[row[0], default: []].append(Array(row.dropFirst(2)))
    }
    return result
  }
}
