import GestureReplay
import Testing

/// Published strokes with the velocities that Android and Flutter expect.
struct VelocityTableTests {
  /// The tolerance for our own numbers.
  static let recomputed = Reference.Tolerance(relative: 1e-6, absolute: 0.01)

  @Test(arguments: Reference.all) func androidsStrokesHaveAndroidsVelocities(traces: Reference) throws {
    let reference = try traces.table("android-velocity-expected.csv")
    let answers = VelocityReplay.android(try traces.table("android-velocity.csv"), reference)
    Self.check(answers, reference)
  }

  @Test(arguments: Reference.all) func fluttersStrokesHaveFluttersVelocities(traces: Reference) throws {
    let reference = try traces.table("flutter-velocity-expected.csv")
    let answers = VelocityReplay.flutter(try traces.table("flutter-velocity.csv"), reference)
    Self.check(answers, reference)
  }

  private static func check(_ answers: ReferenceTable, _ reference: ReferenceTable) {
    #expect(Reference.faults(answers, reference, in: "recomputed", recomputed) == [])
    for (answer, expected) in zip(answers.rows, reference.rows) {
      guard expected["velocity"] != "none" else {
        #expect(answer["velocity"] == "none", "\(expected)")
        continue
      }
      let published = expected.number("velocity")
      // An empty cell states no tolerance of its kind.
      let relative = (Double(expected["rel_tol"] ?? "") ?? 0) * abs(published)
      let absolute = Double(expected["abs_tol"] ?? "") ?? 0
      #expect(abs(answer.number("velocity") - published) <= max(relative, absolute), "\(expected)")
    }
  }
}
