import Geometry
import Scene

/// What lies over everything on a face: its edge, its badge, the mark of what runs, the veil over what cannot be opened.
extension FacePainter {
  /// How much of a disabled face is hidden by its own ground.
  private static let veil = 0.6
  /// Room beside and above the writing on a badge, as parts of its letters' height.
  private static let badgePadding = (across: 0.6, down: 0.22)
  /// Most letters on a badge.
  private static let badgeLetters = 8
  /// How far a badge or a mark is from the edges, as a part of the shorter side.
  private static let markInset = 0.055
  /// Diameter of the mark of what runs, and of the ring around it, as a part of the shorter side.
  private static let runningShare = 0.075
  private static let ringShare = 1.5

  func paintMarks(_ face: TileFace, _ writing: FaceWriting, on canvas: borrowing Canvas) {
    let bounds = canvas.bounds
    if face.state == .disabled {
      let ground = face.background.opacity(face.background.alpha * Self.veil)
      canvas.fill(bounds, top: ground, bottom: ground)
    }
    let scale = writing.scale
    let radius = face.cornerRadius.isFinite ? max(0, face.cornerRadius) * scale : 0
    if face.borderWidth > 0, face.border.alpha > 0 {
      canvas.outline(bounds, face.border, width: min(face.borderWidth, 40) * scale, cornerRadius: radius)
    }
    let inset = min(bounds.size.width, bounds.size.height) * Self.markInset
    // A round corner cuts off what is too near to it.
    let cut = radius * (1 - 0.5.squareRoot()) * 0.6
    if face.state == .running { paintRunning(face, at: inset + cut, on: canvas) }
    let text = String(face.badge.displayableLabel.prefix(Self.badgeLetters))
    if !text.isEmpty { paintBadge(text, face, writing, at: inset + cut, on: canvas) }
  }

  private func paintBadge(
    _ text: String, _ face: TileFace, _ writing: FaceWriting, at inset: Double, on canvas: borrowing Canvas
  ) {
    let layout = writing.badge(text)
    let (logical, letters) = (layout.logical.size, writing.fontSize * FaceWriting.detailShare)
    let height = (logical.height + 2 * letters * Self.badgePadding.down).rounded()
    let width = max(height, (layout.ink.size.width + 2 * letters * Self.badgePadding.across).rounded())
    let corner = Point((canvas.bounds.size.width - inset - width).rounded(), inset.rounded())
    let pill = Rectangle(origin: corner, size: Size(width, height))
    canvas.fill(pill, top: face.badgeColor, bottom: face.badgeColor, cornerRadius: height / 2)
    let ink = layout.ink
    let left = pill.center.x - ink.center.x
    layout.draw(on: canvas, at: Point(left, pill.center.y - layout.logical.center.y), face.badgeText)
  }

  private func paintRunning(_ face: TileFace, at inset: Double, on canvas: borrowing Canvas) {
    let side = (min(canvas.bounds.size.width, canvas.bounds.size.height) * Self.runningShare).rounded()
    let ring = side * Self.ringShare
    let center = Point(inset + ring / 2, inset + ring / 2)
    let ground = Rectangle(center: center, size: Size(ring, ring))
    canvas.fill(ground, top: face.background, bottom: face.background, cornerRadius: ring / 2)
    let dot = Rectangle(center: center, size: Size(side, side))
    canvas.fill(dot, top: face.runningColor, bottom: face.runningColor, cornerRadius: side / 2)
  }
}
