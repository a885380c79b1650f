import Diagnosis
import Setup

/// `rotunda setup`: makes a kiosk of a machine, and takes that back.
enum SetupCommand {
  static func run(_ options: SetupOptions) -> Int32 {
    do {
      let setup = try SetupRun(options)
      guard say(setup.plan, options) else { return ExitStatus.system }
      guard !options.isDryRun else { return ExitStatus.success }
      try setup.perform()
      return end(setup.plan, options) ? ExitStatus.success : ExitStatus.system
    } catch {
      StandardStream.error.write("rotunda setup: \(error)\n")
      return status(error)
    }
  }

  /// Everything is said before anything is done.
  private static func say(_ plan: SetupPlan, _ options: SetupOptions) -> Bool {
    // Where it was forced, what is essential too.
    let notes = plan.missing.map { "rotunda setup: note: \($0.loss)\n" }.joined()
    if !notes.isEmpty {
      StandardStream.error.write(
        "\(notes)rotunda setup: what helps: \(Requirement.remedy(plan.missing, root: options.root))\n")
    }
    guard !plan.steps.isEmpty else {
      let state =
        options.direction == .undo ? "Setup has changed nothing here." : "Everything is set up as asked."
      return StandardStream.output.write(state + " Nothing to do.\n")
    }
    let heading = options.isDryRun ? "rotunda setup would do this:" : "rotunda setup does this:"
    let lines = plan.steps.map { "  \($0)\n" }.joined()
    return StandardStream.output.write("\(heading)\n\(lines)")
  }

  private static func end(_ plan: SetupPlan, _ options: SetupOptions) -> Bool {
    guard !plan.steps.isEmpty else { return true }
    let back = options.direction == .undo ? "" : " 'rotunda setup --undo' puts everything back."
    return StandardStream.output.write("Done. It counts when the machine has been started again.\(back)\n")
  }

  private static func status(_ problem: SetupProblem) -> Int32 {
    switch problem {
    case .notInstalled, .cannotStart: ExitStatus.unavailable
    case .inTheWay, .unreadableRecord, .failed, .commandFailed: ExitStatus.system
    }
  }
}
