import RotundaGeometry
import Scene
import Testing

struct PictureTests {
  private func face(_ label: String, size: PixelSize = PixelSize(200, 240)) -> Picture {
    let face = TileFace(label: label, icon: nil, background: .white, foreground: .black, fontSize: 18)
    return Picture(.face(face), size: size, scale: 1)
  }

  @Test func equalDescriptionsAreOnePicture() {
    #expect(face("Clock") == face("Clock"))
    #expect(Set([face("Clock"), face("Clock"), face("Map")]).count == 2)
  }

  @Test func anotherSizeIsAnotherPicture() {
    #expect(face("Clock") != face("Clock", size: PixelSize(400, 480)))
  }
}
