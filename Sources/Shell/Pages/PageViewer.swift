import RotundaGeometry
import Scene

/// The full-screen picture of a page: its only content, or one of its pictures, in order.
struct PageViewer: Sendable {
  private(set) var view: PictureView?
  /// The index among the page's pictures; nil for the only content.
  private(set) var index: Int?
  /// The previous picture, the side from which the new one moves in (1 for the right), and its progress, 0 to
  /// 1.
  private var turn: (former: PictureView, side: Double, way: SpringValue)?

  /// Whether a full-screen picture is open, and does not close.
  var isOpen: Bool { view != nil && view?.isLeaving == false }

  func isMoving(at time: Double) -> Bool { turn != nil || view?.isMoving(at: time) == true }
  func isCovering(at time: Double) -> Bool { view?.isCovering(at: time) == true }

  /// Passes an input to the picture, and returns the answer.
  mutating func handle(_ input: (inout PictureView) -> PictureView.Answer) -> PictureView.Answer {
    guard var view else { return .ignored }
    defer { self.view = view }
    return input(&view)
  }

  private func make(
    _ picture: PagePicture, title: String, of count: Int, _ environment: Environment, _ style: PageStyle
  ) -> PictureView {
    let place = index ?? 0
    return PictureView(
      picture, title: title, neighbors: (place > 0, place + 1 < count), environment.pageMetrics, style)
  }

  /// Shows a picture, which grows from its place on the page.
  mutating func show(
    _ index: Int, of pictures: [PagePicture], from place: Rectangle, _ environment: Environment,
    _ style: PageStyle
  ) {
    (self.index, turn) = (index, nil)
    var view = make(pictures[index], title: "", of: pictures.count, environment, style)
    view.come(from: place, isReduced: environment.theme.hasReducedMotion)
    self.view = view
  }

  /// Lays out the picture for another screen, or another page.
  ///
  /// - Parameter only: The picture that is the only content; nil otherwise.
  mutating func layOut(
    only: PagePicture?, title: String, _ pictures: [PagePicture], _ environment: Environment,
    _ style: PageStyle
  ) {
    turn = nil
    if let only {
      index = nil
      view = make(only, title: title, of: 1, environment, style)
    } else if let picture = view?.picture {
      view = make(picture, title: "", of: pictures.count, environment, style)
    }
  }

  /// Shows the next picture of the page, or with −1 the previous one. Returns its index; nil for none.
  ///
  /// - Parameter velocity: The velocity of its motion, in points per second.
  mutating func turn(
    by step: Int, velocity: Double, _ pictures: [PagePicture], _ environment: Environment, _ style: PageStyle
  ) -> Int? {
    guard let index, var former = view, pictures.indices.contains(index + step) else { return nil }
    let (time, width) = (environment.time, max(1, environment.metrics.size.width))
    self.index = index + step
    var view = make(pictures[index + step], title: "", of: pictures.count, environment, style)
    // The picture starts where the finger left the previous one.
    let begun = min(abs(former.motion.center(at: time).x) / width, 1)
    former.turn(at: time)
    view.turn(at: time)
    self.view = view
    let pace = environment.theme.hasReducedMotion ? Motion.fade : Motion.open
    turn = (
      former, Double(step),
      SpringValue(begun, velocity: velocity / width, to: 1, response: pace, at: time)
    )
    return index + step
  }

  /// Closes the picture.
  ///
  /// - Parameter place: Its place on the page; nil if that is invisible.
  mutating func leave(to place: Rectangle?, at time: Double) {
    turn = nil
    view?.leave(to: place, at: time)
  }

  /// Advances the picture to the environment's time, and requests missing pictures.
  mutating func advance(_ environment: Environment, order: Int, into effects: inout [ShellEffect]) {
    let time = environment.time
    if view?.isGone(at: time) == true { (view, index) = (nil, nil) }
    if turn?.way.isOver(at: time) == true { turn = nil }
    view?.advance(to: time, order: order, into: &effects)
  }

  /// Stores the measured size of a picture. Returns whether the viewer shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    let isFormer = turn?.former.measured(picture, size: size) == true
    return view?.measured(picture, size: size) == true || isFormer
  }

  func draw(on plane: Plane, _ environment: Environment, to frame: inout SceneFrame) {
    let time = environment.time
    guard let turn else {
      view?.draw(on: plane, at: time, to: &frame)
      view?.drawChevrons(at: time, to: &frame)
      return
    }
    let part = min(max(turn.way.value(at: time), 0), 1)
    var (before, after) = (plane, plane)
    if environment.theme.hasReducedMotion {
      after.opacity *= part
    } else {
      let width = environment.metrics.size.width * turn.side
      before.transform = before.transform.translated(-width * part, 0, 0)
      after.transform = after.transform.translated(width * (1 - part), 0, 0)
    }
    turn.former.draw(on: before, at: time, to: &frame)
    view?.draw(on: after, at: time, to: &frame)
    view?.drawChevrons(at: time, to: &frame)
  }
}
