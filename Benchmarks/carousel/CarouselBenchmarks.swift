import CarouselEngine

/// Prints the cost of a placement and of a frame, per layout and number of items.
///
/// The arguments are the layouts to measure; without any, all of them.
@main struct CarouselBenchmarks {
  /// The measurements of each subject, in turn with those of the others. Each takes a fraction of a
  /// millisecond.
  private static let rounds = 60
  private static let counts = [10, 1000, 1_000_000]
  /// The cost of iCarousel 1.8.3 on this class of machine, compiled with -O2. It is in nanoseconds per
  /// transform and microseconds per frame of 30 items, for the fastest and the slowest layout.
  private static let original = (transform: "51 to 234", frame: "13 to 71")

  static func main() {
    let wanted = CommandLine.arguments.dropFirst()
    var subjects = LayoutKind.allCases.filter { wanted.isEmpty || wanted.contains($0.rawValue) }.flatMap {
      kind in counts.map { Subject(kind, count: $0) }
    }
    guard let placement = subjects.first?.anyPlacement else { return print("There is no such layout.") }
    var floor = Floor(placement)
    for _ in 0..<rounds {
      floor.measure()
      for place in subjects.indices { subjects[place].measure() }
    }
    print("Median (10th to 90th percentile) of \(rounds) measurements in turn.")
    print("The original: \(original.transform) ns a placement, \(original.frame) µs a frame.")
    print("Writing 30 placements with nothing worked out: \(floor.samples.text(unit: 1000, places: 2)) µs.")
    print(
      row("layout", "items", "ns a placement", "µs a frame", "× writing", "µs decorations", "allocations"))
    for subject in subjects { print(row(subject, floor: floor.samples.median)) }
  }

  private static func row(_ subject: Subject, floor: Double) -> String {
    row(
      subject.kind.rawValue, String(subject.count), subject.placement.text(unit: 1, places: 1),
      subject.frame.text(unit: 1000, places: 2), (subject.frame.median / floor).text(places: 1),
      subject.drawing.text(unit: 1000, places: 2),
      "\((Double(subject.allocations) / Double(subject.frames)).text(places: 3)) (\(subject.visible) visible)"
    )
  }

  private static func row(_ cells: String...) -> String {
    zip(cells, [23, 9, 20, 20, 11, 20, 0]).map { cell, width in
      cell + String(repeating: " ", count: max(0, width - cell.count))
    }.joined()
  }
}
