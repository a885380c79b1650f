import GestureReplay
import Testing

struct ResamplingTests {
  @Test(arguments: Reference.all)
  func framesGetThePointsOfChromiumAndAndroid(traces: Reference) throws {
    let reference = try traces.table("resampling.csv")
    let answers = ResamplingReplay.answer(reference)
    #expect(answers.rows.count == reference.rows.count)
    for (answer, expected) in zip(answers.rows, reference.rows) {
      for column in [
        "source", "case", "step", "op", "action", "action_id", "pointer_id", "tool", "resampled",
      ] {
        #expect(answer[column] == expected[column], "\(column): \(answer) for \(expected)")
      }
      let tolerance = max(Double(expected["tol"] ?? "") ?? 0, 1e-8)
      for column in ["time_ms", "x", "y", "value"] where expected[column]?.isEmpty == false {
        let off = abs(answer.number(column) - expected.number(column))
        #expect(off <= tolerance, "\(column): \(answer) for \(expected)")
      }
    }
  }

  @Test(arguments: Reference.all)
  func resultDoesNotDependOnExpectations(traces: Reference) throws {
    let reference = try traces.table("resampling.csv")
    var questions = reference
    questions.rows.removeAll { $0["op"] == "out" }
    let answers = ResamplingReplay.answer(questions)
    #expect(answers.rows.map { $0["x"] } == ResamplingReplay.answer(reference).rows.map { $0["x"] })
    #expect(answers.rows.map { $0["step"] } == reference.rows.map { $0["step"] })
  }
}
