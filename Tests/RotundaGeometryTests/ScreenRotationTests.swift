import RotundaGeometry
import Testing

struct ScreenRotationTests {
  @Test func quartersCountTheOtherWayInWayland() {
    let transforms = ScreenRotation.allCases.map(\.waylandTransform)
    #expect(transforms == [0, 3, 2, 1])
    for rotation in ScreenRotation.allCases {
      #expect(ScreenRotation(waylandTransform: rotation.waylandTransform) == rotation)
    }
    #expect(ScreenRotation(waylandTransform: 4) == nil)
  }
}
