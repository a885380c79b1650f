import CarouselEngine
import Configuration
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Badges in the corners of tiles: they are upright, on their tile, and clear of overlapping tiles and of the
/// picture's subject.
struct BadgeTests {
  private struct Drawn {
    let badge: TileBadge
    let sprite: Sprite
    let later: ArraySlice<Sprite>
  }

  private func badges(_ stage: ShellStage) -> [Drawn] {
    stage.frame.sprites.indices.compactMap { index in
      let sprite = stage.frame.sprites[index]
      guard case .picture(let picture, _) = sprite.fill, case .badge(let badge) = picture.content else {
        return nil
      }
      return Drawn(badge: badge, sprite: sprite, later: stage.frame.sprites[(index + 1)...])
    }
  }

  private static func tiles(_ count: Int = 12, _ change: (inout LauncherTile) -> Void = { _ in })
    -> [LauncherTile]
  {
    var tiles = ShellStage.tiles(count)
    for index in tiles.indices {
      tiles[index].appearance.badge = "\(index + 10)"
      tiles[index].appearance.photograph = .init(.path("/\(index).jpg"))
      change(&tiles[index])
    }
    return tiles
  }

  private func corners(_ sprite: Sprite) -> [Point] {
    let (x, y) = (sprite.size.width / 2, sprite.size.height / 2)
    return [Point(-x, -y), Point(x, -y), Point(x, y), Point(-x, y)].compactMap {
      sprite.transform.project($0)
    }
  }

  @Test(arguments: LayoutKind.allCases) func badgesNeverLean(layout: LayoutKind) {
    for size in [Size(1280, 800), Size(1080, 1920)] {
      let stage = ShellStage(tiles: Self.tiles(), size: size) {
        ($0.carousel.layout, $0.carousel.wrap, $0.header.details) = (layout, true, .below)
      }
      for offset in [0, 0.3, 0.5, 3.7] {
        stage.shell.turn(to: offset)
        for _ in 0..<3 { stage.draw() }
        for badge in badges(stage) {
          let corners = corners(badge.sprite)
          #expect(corners.count == 4)
          #expect(abs(corners[0].y - corners[1].y) < 0.01 && abs(corners[0].x - corners[3].x) < 0.01)
          #expect(abs(corners[1].x - corners[2].x) < 0.01 && abs(corners[2].y - corners[3].y) < 0.01)
        }
      }
      stage.shell.turn(to: 0)
      #expect(stage.settle() && stage.badges.contains("10"), "the selected tile has its badge in \(layout)")
    }
  }

  @Test(arguments: LayoutKind.allCases) func halfCoveredBadgeIsHidden(layout: LayoutKind) {
    let stage = ShellStage(tiles: Self.tiles { $0.appearance.badge = "Today 3" }) {
      ($0.carousel.layout, $0.carousel.wrap) = (layout, true)
    }
    for offset in [0, 0.2, 0.5, 0.8, 3.4] {
      stage.shell.turn(to: offset)
      for _ in 0..<3 { stage.draw() }
      for badge in badges(stage) where badge.sprite.opacity > 0.02 {
        for column in 0...8 {
          for row in 0...2 {
            let extent = badge.sprite.size
            let place = Point(
              (Double(column) / 8 - 0.5) * (extent.width - 8), (Double(row) / 2 - 0.5) * (extent.height - 8))
            guard let seen = badge.sprite.transform.project(place) else { continue }
            let covering = badge.later.first { covers($0, seen) }
            #expect(covering == nil, "\(badge.badge.text) in \(layout) at \(offset)")
          }
        }
      }
    }
  }

  private func covers(_ sprite: Sprite, _ point: Point) -> Bool {
    guard case .picture(let picture, _) = sprite.fill, case .face = picture.content, sprite.opacity > 0.1,
      let place = sprite.transform.unproject(point)
    else { return false }
    return abs(place.x) < sprite.size.width / 2 && abs(place.y) < sprite.size.height / 2
  }

  /// The subject's place in a picture, and whether the badge is on the left.
  @Test(
    arguments: [
      (Point(0.5, 0.5), false), (Point(0.8, 0.2), true), (Point(0.7, 0.35), true), (Point(0.8, 0.8), false),
      (Point(0.2, 0.2), false),
    ]) func badgeAvoidsThePicturesSubject(focus: Point, isLeft: Bool) throws
  {
    for isMirrored in [false, true] {
      let stage = ShellStage(
        tiles: Self.tiles(1) { $0.appearance.photograph = .init(.path("/a.jpg"), focus: focus) })
      if isMirrored { stage.send(.languages(["ar"], try #require(try Localizer.compiled("ar")))) }
      #expect(stage.settle())
      let badge = try #require(badges(stage).first)
      let middle = try #require(badge.sprite.transform.project(.zero))
      let expected = focus.y < 0.42 && abs(focus.x - 0.5) > 0.08 ? isLeft : isMirrored
      #expect((middle.x < 0) == expected, "\(focus) \(isMirrored)")
    }
  }

  @Test func newBadgeDoesNotRedrawThePhotograph() throws {
    let tiles = Self.tiles(3)
    let stage = ShellStage(tiles: tiles)
    let look = stage.shell.tilesPanel.look(isShaded: false)
    var changed = tiles[0]
    changed.appearance.badge = "99"
    let size = Size(320, 400)
    #expect(look.face(of: tiles[0], size, beside: size) == look.face(of: changed, size, beside: size))
    var plain = changed
    plain.appearance.photograph = nil
    var bare = plain
    bare.appearance.badge = ""
    #expect(look.face(of: plain, size, beside: size) != look.face(of: bare, size, beside: size))
  }

  /// Any requested color stays legible.
  @Test func badgeTextIsLegibleInAnyColor() {
    for index in 0..<216 {
      func channel(_ place: Int) -> Double { Double(index / place % 6) / 5 }
      let color = Color(channel(36), channel(6), channel(1), 0.4)
      for ink in [color, .white, .black, Color(0.5, 0.5, 0.5)] {
        let badge = TileBadge("1", color: color, ink: ink, fontSize: 12, mostWidth: 40)
        #expect(badge.color.alpha == 1 && badge.color.contrast(to: badge.ink) >= 4.5)
        #expect(badge.line.contrast(to: badge.color) >= 3)
      }
    }
  }

  @Test func aChangingBadgeTakesNoMoreMemory() {
    var badges = MeasuredFaces<Int>()
    var effects: [ShellEffect] = []
    for number in 0..<1000 {
      let badge = TileBadge("\(number)", color: .white, ink: .black, fontSize: 12, mostWidth: 40)
      let picture = Picture(.badge(badge), size: PixelSize(40, 20), scale: 1)
      badges.request(0, order: 0, into: &effects) { picture }
      let isShown = badges.ready(picture, number, at: 0)
      #expect(isShown)
      #expect(badges.measure(of: picture) == number && badges.shown(0) == picture)
      badges.renew(0)
      #expect(badges.shown(0) == picture, "the former badge stays until the next is there")
    }
    #expect(badges.count <= 32)
  }

  @Test func badgeFollowsItsTilesSizeAndName() throws {
    let stage = ShellStage(tiles: Self.tiles(3))
    #expect(stage.settle())
    let before = try #require(badges(stage).last { $0.badge.text == "10" }?.sprite.transform.project(.zero))
    stage.tap(stage.center)
    var opacities: [Double] = []
    var farthest = 0.0
    for _ in 0..<40 {
      stage.draw()
      let seen = badges(stage).filter { $0.badge.text == "10" }
      opacities.append(seen.map(\.sprite.opacity).max() ?? 0)
      for one in seen where one.sprite.opacity > 0 {
        farthest = max(farthest, one.sprite.transform.project(.zero)?.x ?? 0)
      }
    }
    #expect(farthest > before.x + 20, "it stays in its corner")
    #expect(opacities.first! > 0.5 && opacities.last! == 0)
  }
}
