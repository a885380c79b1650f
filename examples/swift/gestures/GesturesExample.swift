import Gestures

/// Reads touches, one per line, and prints the recognized gestures:
///
///     echo 'down 0 100 100 0
///     up 0 80' | swift run gestures-example
///
/// A line is `down ID X Y MILLISECONDS`, `motion ID X Y MILLISECONDS`, `up ID MILLISECONDS` or `cancel`.
@main
enum GesturesExample {
  static func main() {
    var recognizer = GestureRecognizer()
    var gestures: [Gesture] = []
    var time = 0.0
    while let line = readLine() {
      guard let (event, seconds) = parse(line) else {
        print("not understood: \(line)")
        continue
      }
      if let seconds { time = max(time, seconds) }
      // Run timers that expired before this touch: press feedback, a long press.
      recognizer.advance(to: time, into: &gestures)
      recognizer.handle(TouchFrame([event]), at: time, into: &gestures)
      report(&gestures)
    }
    recognizer.advance(to: time + 10, into: &gestures)
    report(&gestures)
  }

  private static func report(_ gestures: inout [Gesture]) {
    for gesture in gestures { print(gesture) }
    gestures.removeAll(keepingCapacity: true)
  }

  /// Returns a touch, and its time in seconds.
  private static func parse(_ line: String) -> (TouchEvent, Double?)? {
    let words = line.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Double($0) }
    guard numbers.count == words.count - 1, numbers.allSatisfy({ (0...1e9).contains($0) }) else { return nil }
    let stamp = numbers.last.map { UInt32($0) } ?? 0
    switch (words.first, numbers.count) {
    case ("down", 4):
      return (
        .down(id: Int32(numbers[0]), at: Point(numbers[1], numbers[2]), milliseconds: stamp),
        numbers[3] / 1000
      )
    case ("motion", 4):
      return (
        .motion(id: Int32(numbers[0]), at: Point(numbers[1], numbers[2]), milliseconds: stamp),
        numbers[3] / 1000
      )
    case ("up", 2): return (.up(id: Int32(numbers[0]), milliseconds: stamp), numbers[1] / 1000)
    case ("cancel", 0): return (.cancel, nil)
    default: return nil
    }
  }
}
