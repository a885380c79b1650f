import Configuration
import Testing

struct ValueControlTests {
  private static let volume = ValueControl(.slider, range: 0...100, step: 5, initial: 40)

  @Test(arguments: [
    (-3.0, 0.0), (2.4, 0), (2.6, 5), (41, 40), (99, 100), (1000, 100), (.nan, 0), (.infinity, 100),
  ])
  func valuesRoundToTheNearestStep(value: Double, expected: Double) {
    #expect(Self.volume.nearest(value) == expected)
  }

  /// 0, 3, 6, 9 and 10: the maximum is reachable although it is not a multiple of the step.
  @Test(arguments: [(9.2, 9.0), (9.6, 10), (10, 10), (7.4, 6)])
  func lastStepMayBeShorter(value: Double, expected: Double) {
    #expect(ValueControl(.stepper, range: 0...10, step: 3, initial: 0).nearest(value) == expected)
  }

  @Test(arguments: [(10.0, -1.0, 9.0), (9, 1, 10), (9, -1, 6), (0, -1, 0), (10, 1, 10), (0, 2, 6)])
  func stepsGoFromValueToValue(value: Double, steps: Double, expected: Double) {
    #expect(
      ValueControl(.stepper, range: 0...10, step: 3, initial: 0).value(value, changedBy: steps) == expected)
  }

  /// From between two values, forward goes up from the lower one, and back goes down from the upper one.
  @Test(arguments: [(5.0, -1.0, 3.0), (5, 0.5, 4.5), (5, 1, 6), (5, -0.5, 4.5)])
  func stepsBeginAtTheValueBehind(value: Double, steps: Double, expected: Double) {
    #expect(
      ValueControl(.stepper, range: 0...10, step: 3, initial: 0).value(value, changedBy: steps) == expected)
  }

  @Test(arguments: [
    (5.0...100.0, 63.157895, "63"), (0.0...1.0, 0.4567, "0.46"), (0.0...10.0, 3.14159, "3.1"),
  ])
  func sliderShowsOnlyVisibleDecimals(range: ClosedRange<Double>, value: Double, expected: String) {
    #expect(ValueControl(.slider, range: range, step: 0, initial: 0).text(of: value) == expected)
  }

  @Test func aSliderWithoutStepsTakesEveryValue() {
    let control = ValueControl(.slider, range: 1...255, step: 0, initial: -.infinity)
    #expect(control.initial == 1)
    #expect(control.value(atShare: 0.5) == 128)
    #expect(control.share(of: 128) == 0.5)
    #expect(control.value(atShare: -1) == 1 && control.value(atShare: 7) == 255)
  }

  @Test(arguments: [
    (0.0...1.0, 0.05, 0.45, "0.45"), (0.0...1.0, 0.1, 0.1 + 0.2, "0.3"), (0.0...100.0, 5.0, 40.0, "40"),
    (-10.0...10.0, 0.0, -2.5, "-2.5"), (0.0...1.0, 0.0, 1.0 / 3, "0.333333"), (-1.0...1.0, 1.0, -0.0, "0"),
    (0.0...1.0, 0.0, 0.00005, "0.00005"),
  ])
  func numbersAreWrittenPlainly(range: ClosedRange<Double>, step: Double, value: Double, expected: String) {
    #expect(ValueControl(.slider, range: range, step: step, initial: 0).word(for: value) == expected)
  }

  /// Output of wpctl, pactl, brightnessctl and the kernel.
  @Test(arguments: [
    ("180\n", 180.0), ("Volume: 0.45 [MUTED]\n", 0.45), ("-12dB", -12), ("level 7%", 7), ("no number", nil),
    ("", nil), ("1.", 1), ("3..5", 3), ("--4", -4), ("v1.2.3", 1.2), ("99999999999", 1000), ("nan", nil),
    (".5\n", 0.5), ("-.5", -0.5), ("1e-02", 0.01), ("5e2", 500),
  ])
  func firstNumberOfATextIsTheValue(text: String, expected: Double?) {
    #expect(ValueControl(.slider, range: -100...1000, step: 0, initial: 0).value(in: text) == expected)
  }

  @Test func aChoiceIsFoundByItsWord() {
    var choice = ValueControl(.choice, range: 0...2, step: 1, initial: 1)
    choice.choices = ["Quiet", "Normal", "Loud"]
    #expect(choice.word(for: 1) == "Normal" && choice.text(of: 1) == "Normal")
    choice.words = ["20%", "50%", "80%"]
    #expect(choice.word(for: 2) == "80%" && choice.text(of: 2) == "Loud")
    #expect(choice.value(in: " 50% \n") == 1)
    #expect(choice.value(in: "Quiet") == 0)
    #expect(choice.value(in: "51%") == nil)
  }

  @Test func unitIsShownButNotPassedOn() {
    var volume = Self.volume
    volume.unit = "%"
    #expect(volume.text(of: 40) == "40%" && volume.word(for: 40) == "40")
  }
}
