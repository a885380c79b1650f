/// Ends the process with a message if a rule does not hold, also in optimized builds.
func rule(_ holds: Bool, _ broken: @autoclosure () -> String) {
  if !holds { fatalError(broken()) }
}
