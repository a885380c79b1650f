/// Who has the screen.
extension Shell {
  /// The program that has the screen, as far as is known, or is about to have it; nil while the launcher is seen.
  public var programOnScreen: ProgramID? {
    if case .program(let program, _) = screen { program } else { nil }
  }
}
