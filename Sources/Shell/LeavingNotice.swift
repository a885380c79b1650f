/// A message on its way out.
struct LeavingNotice: Hashable {
  let notice: Notice
  private(set) var way: Entrance

  /// It begins to go at a time, from where its entrance had come to.
  init(_ notice: Notice, _ entrance: Entrance?, at time: Double) {
    self.notice = notice
    way = entrance ?? Entrance()
    way.leave(at: time)
  }
}
