/// What holds a program's processes together, so that all of them can be found and ended.
protocol ProcessContainment {
  /// The processes in it that have not ended.
  func members() -> [Int32]
  /// Sends a signal to every process in it.
  func send(signal: Int32)
}
