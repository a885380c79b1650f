import RotundaGeometry
import Testing

struct TransformTests {
  @Test func unprojectUndoesProjectThroughPerspective() throws {
    let tilted = Transform.perspective(m34: -1.0 / 500)
      .translated(30, -20, -80).rotatedAboutY(0.7).rotatedAboutX(-0.3)
    for point in [Point(0, 0), Point(90, 40), Point(-100, -100), Point(12.5, -80)] {
      let seen = try #require(tilted.project(point))
      let back = try #require(tilted.unproject(seen))
      #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
    }
  }

  @Test func theNewestStepActsOnTheItemFirst() throws {
    let quarterTurn = Double.pi / 2
    let seen = try #require(
      Transform.identity.translated(10, 0, 0).rotatedAboutZ(quarterTurn).project(Point(1, 0)))
    #expect(abs(seen.x - 10) < 1e-12 && abs(seen.y - 1) < 1e-12)
  }

  @Test func whatIsBehindTheViewerIsNotSeen() {
    let near = Transform.perspective(m34: -1.0 / 500).translated(0, 0, 600)
    #expect(near.project(.zero) == nil)
    #expect(near.unproject(.zero) == nil)
  }

  @Test func aPlaneSeenEdgeOnHasNoPoints() {
    let edgeOn = Transform(SIMD4(0, 0, 1, 0), SIMD4(0, 1, 0, 0), SIMD4(1, 0, 0, 0), SIMD4(0, 0, 0, 1))
    #expect(edgeOn.unproject(Point(3, 3)) == nil)
  }
}
