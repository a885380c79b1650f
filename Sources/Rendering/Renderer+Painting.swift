import CGraphics

/// From what may be seen of a frame to calls of GL.
extension Renderer {
  /// Draws what lies in a part of the surface.
  func paint(_ part: PixelRectangle) {
    guard !part.isEmpty else { return }
    confine(to: part)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    findWhatIsSeen(in: part)
    if occlusion.isOverwhelmed { return paintAll(in: part) }
    begin(insideProgram, blends: false)
    for piece in occlusion.insides.reversed() { emit(piece) }
    flush()
    begin(edgeProgram, blends: true)
    for piece in occlusion.edges.reversed() { emit(piece) }
    flush()
  }

  /// A clear that is not confined is the cheaper one.
  private func confine(to part: PixelRectangle) {
    guard part != history.whole else { return glDisable(GLenum(GL_SCISSOR_TEST)) }
    glEnable(GLenum(GL_SCISSOR_TEST))
    let isTopDown = surface?.isTopDown ?? false
    let below = isTopDown ? part.y : history.whole.height - part.y - part.height
    glScissor(GLint(part.x), GLint(below), GLsizei(part.width), GLsizei(part.height))
  }

  private func findWhatIsSeen(in part: PixelRectangle) {
    occlusion.removeAll()
    for index in drawn.indices.reversed() where !drawn[index].bounds.intersection(part).isEmpty {
      occlusion.add(index, drawn[index].brush.quad, drawn[index].bounds, inside: drawn[index].inside)
    }
  }

  private func begin(_ program: QuadProgram, blends: Bool) {
    program.use()
    if blends { glEnable(GLenum(GL_BLEND)) } else { glDisable(GLenum(GL_BLEND)) }
  }

  /// From the back to the front, covered or not.
  private func paintAll(in part: PixelRectangle) {
    begin(edgeProgram, blends: true)
    for sprite in drawn where !sprite.bounds.intersection(part).isEmpty {
      let (brush, corners) = (sprite.brush, sprite.brush.quad.corners)
      append(
        brush, brush.vertex(corners.0), brush.vertex(corners.1), brush.vertex(corners.2),
        brush.vertex(corners.3))
    }
    flush()
  }

  /// A convex polygon as quads side by side, from its first corner.
  private func emit(_ piece: Occlusion.Piece) {
    let brush = drawn[piece.sprite].brush
    let (first, count) = (piece.polygon.first, piece.polygon.count)
    func vertex(_ corner: Int) -> QuadVertex {
      brush.vertex(seenAt: occlusion.pool.corners[first + min(corner, count - 1)])
    }
    let start = vertex(0)
    var corner = 1
    while corner + 1 < count {
      append(brush, start, vertex(corner), vertex(corner + 2), vertex(corner + 1))
      corner += 2
    }
  }

  private func append(
    _ brush: QuadBrush, _ a: QuadVertex, _ b: QuadVertex, _ c: QuadVertex, _ d: QuadVertex
  ) {
    if quads.isFull { flush() }
    continueRun(with: brush)
    quads.append(a, b, c, d)
  }

  /// The quad that is added next belongs to the latest run if its texture does, and is looked up in the same way.
  private func continueRun(with brush: QuadBrush) {
    let index = quads.count
    guard let last = runs.indices.last, runs[last].takes(brush) else {
      return runs.append(Run(texture: brush.texture, usesLevels: brush.usesLevels, quads: index..<index + 1))
    }
    if runs[last].texture == nil {
      runs[last].texture = brush.texture
      runs[last].usesLevels = brush.usesLevels
    }
    runs[last].quads = runs[last].quads.lowerBound..<index + 1
  }

  private func flush() {
    defer {
      runs.removeAll(keepingCapacity: true)
      quads.removeAll()
    }
    guard quads.count > 0 else { return }
    quads.upload()
    for run in runs {
      atlas.bind(run.texture, usesLevels: run.usesLevels)
      quads.draw(run.quads)
      statistics.drawCalls += 1
    }
  }
}

extension Renderer.Run {
  /// Whether a quad can be drawn along.
  fileprivate func takes(_ brush: QuadBrush) -> Bool {
    texture == nil || brush.texture == nil || (texture == brush.texture && usesLevels == brush.usesLevels)
  }
}
