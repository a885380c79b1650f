import CarouselEngine
import RotundaGeometry
import Scene

/// What is seen of a tile that is gone while it fades out: the cards that it had.
struct DepartingCard: Hashable, Sendable {
  var front: Picture?
  var back: Picture?
}

/// Tiles that are gone, as long as they are seen.
extension Shelf {
  /// What is to be seen of a tile when it goes.
  func card(of index: Int) -> DepartingCard {
    DepartingCard(front: faces.shown(index), back: backs.shown(index))
  }

  /// Lets go of what has faded out.
  mutating func forgetDeparted() {
    guard !departing.isEmpty else { return }
    let left = Set(carousel.departingItems().map(\.id))
    departing = departing.filter { left.contains($0.key) }
  }

  /// Adds them where they were, behind what is there now.
  func appendDeparting(to frame: inout SceneFrame, _ look: ShelfLook) {
    guard !departing.isEmpty else { return }
    for item in carousel.departingItems() {
      let placement = item.placement
      let isBack = placement.facesAway
      guard let card = departing[item.id], let picture = isBack ? card.back : card.front,
        !placement.isHidden, placement.opacity > 0
      else { continue }
      let transform = placement.transform.scaled(isBack ? -1 : 1, 1, 1)
      appendShadow(placement, size: item.size, transform, to: &frame, look)
      appendCard(
        look.fill(picture), placement, size: item.size, transform, placement.opacity, to: &frame, look)
    }
  }
}
