import CarouselEngine
import Configuration
import RotundaGeometry
import Testing

@Suite struct KeyframeSectionTests {
  private static let tile = "\n[[tile]]\nrun = [\"true\"]\n"

  private static func reading(_ keyframes: String) throws -> Reading {
    try Reading("[carousel]\nlayout = \"custom\"\n\(keyframes)" + tile)
  }

  @Test func keyframesMakeACustomLayout() throws {
    let reading = try Self.reading(
      """
      [[carousel.keyframe]]
      offset = 0
      [[carousel.keyframe]]
      offset = 1
      position = [200, 10, -80]
      rotation = [90, -180, 45]
      scale = [0.5, 0.75]
      opacity = 0.25
      """)
    #expect(reading.messages == [])
    #expect(reading.configuration.carousel.layout == .custom)
    #expect(
      reading.configuration.carousel.options(tiles: 7).keyframes == [
        LayoutKeyframe(offset: 0, position: .zero),
        LayoutKeyframe(
          offset: 1, position: Vector3(200, 10, -80), rotation: Vector3(.pi / 2, -.pi, .pi / 4),
          scale: Size(0.5, 0.75), opacity: 0.25),
      ])
  }

  @Test func tilesGoSmoothlyFromKeyframeToKeyframe() throws {
    let reading = try Self.reading(
      """
      keyframe = [
        { offset = 1, position = [200, 100, 0] },
        { offset = -1, position = [-200, 100, 0] },
        { offset = 0, position = [0, 0, 0] },
      ]
      """)
    #expect(reading.messages == [])
    let carousel = Carousel(
      options: reading.configuration.carousel.options(tiles: 7), bounds: Size(800, 480),
      itemSize: Size(100, 100),
      numberOfItems: 3)
    func height(_ offset: Double) -> Double { carousel.anchoredTransform(atOffset: offset).row4.y }
    #expect(height(0) == 0 && height(1) == 100)
    #expect(height(0.5) > 0 && height(0.5) < 50)
    // The curve has no corner where keyframes meet.
    #expect(abs(height(1e-4) - height(-1e-4)) < 1e-9 && height(1e-4) < 1e-4)
  }

  @Test(
    "mistakes in keyframes are named",
    arguments: [
      (
        "[[carousel.keyframe]]\nposition = [1, 2, 3]\n[[carousel.keyframe]]\noffset = 0",
        "rotunda.toml:3:1: error: carousel.keyframe.offset: is missing"
      ),
      (
        "[[carousel.keyframe]]\noffset = 0\nposition = [1, 2]",
        "rotunda.toml:5:12: error: carousel.keyframe.position: must be [x, y, z], each a number from -20000 to 20000, "
          + "but there are 2 values"
      ),
      (
        "[[carousel.keyframe]]\noffset = 0\nrotation = 3",
        "rotunda.toml:5:12: error: carousel.keyframe.rotation: must be [x, y, z], each a number from -3600 to 3600, "
          + "not an integer"
      ),
      (
        "[[carousel.keyframe]]\noffset = 0\nscale = [1, 0]",
        "rotunda.toml:5:13: error: carousel.keyframe.scale: must be [width, height], each a number from 0.01 to 100, "
          + "not 0.0"
      ),
      (
        "[[carousel.keyframe]]\noffset = 0\nopacity = 2",
        "rotunda.toml:5:11: error: carousel.keyframe.opacity: must be a number from 0 to 1, not 2.0"
      ),
      (
        "[[carousel.keyframe]]\noffset = 0\nopacty = 1",
        "rotunda.toml:5:1: error: carousel.keyframe.opacty: there is no such key, did you mean 'opacity'?"
      ),
      (
        "[[carousel.keyframe]]\noffset = 0\n[[carousel.keyframe]]\noffset = 0.0",
        "rotunda.toml:5:1: error: carousel.keyframe.offset: there is another keyframe at 0.0"
      ),
      (
        "keyframe = 3",
        "rotunda.toml:3:1: error: carousel.keyframe: must be sections with the header [[carousel.keyframe]], "
          + "not an integer"
      ),
    ])
  func diagnoses(text: String, expected: String) throws {
    let reading = try Self.reading(text)
    #expect(reading.messages.last == expected)
    #expect(reading.configuration.tiles.count == 1)
  }

  @Test func aCustomLayoutWithoutKeyframesIsReplaced() throws {
    let reading = try Self.reading("")
    #expect(
      reading.messages == [
        "rotunda.toml:2:10: error: carousel.layout: custom needs keyframes, each below the header [[carousel.keyframe]]"
      ])
    #expect(reading.configuration.carousel.layout == .spotlight)
  }
}
