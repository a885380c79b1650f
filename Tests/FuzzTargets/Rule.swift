/// Ends the process where a rule is broken that holds for all input. Says which, in optimized builds, too.
func rule(_ holds: Bool, _ broken: @autoclosure () -> String) {
  if !holds { fatalError(broken()) }
}
