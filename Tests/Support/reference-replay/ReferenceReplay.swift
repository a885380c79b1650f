import CarouselReplay
import Foundation
import GestureReplay

/// The command line: `reference-replay carousel INPUT_DIR OUTPUT_DIR [--physics natural]`, `reference-replay
/// deviations`, or `reference-replay gestures INPUT_DIR OUTPUT_DIR`.
@main struct ReferenceReplay {
  static func main() {
    do {
      try run()
    } catch {
      complain(error.localizedDescription)
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data("reference-replay: \(text)\n".utf8))
  }

  private static func run() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var isNatural = false
    if let place = arguments.firstIndex(of: "--physics"), place + 1 < arguments.count {
      isNatural = arguments[place + 1] == "natural"
      arguments.removeSubrange(place...(place + 1))
    }
    switch arguments.first {
    case "carousel" where arguments.count == 3:
      let problems = try ReferenceFolder.run(
        input: URL(filePath: arguments[1]), output: URL(filePath: arguments[2]),
        physics: isNatural ? .natural : .classic)
      for problem in problems { complain(problem) }
      if !problems.isEmpty { exit(1) }
    case "gestures" where arguments.count == 3:
      _ = try GestureAnswers.write(from: URL(filePath: arguments[1]), to: URL(filePath: arguments[2]))
    case "deviations":
      print(Deviation.table.text, terminator: "")
    default:
      FileHandle.standardError.write(Data(usage.utf8))
      exit(2)
    }
  }

  private static let usage = """
    usage: reference-replay carousel INPUT_DIR OUTPUT_DIR [--physics classic|natural]
           reference-replay gestures INPUT_DIR OUTPUT_DIR
           reference-replay deviations

    """
}
