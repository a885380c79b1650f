import Geometry

extension Carousel {
  /// Most layouts that are on their way out at a time; the oldest is dropped.
  private static let mostMorphs = 3

  /// Lets the items fly from where `before` puts them to where the new layout does.
  mutating func beginMorph(from before: ResolvedLayout) {
    let duration = options.layoutChangeDuration
    guard hasBeenSeen, duration > 0, duration.isFinite, !before.isFunction, !layout.isFunction,
      !before.looksLike(layout)
    else { return }
    // Several changes before the next frame are one.
    if let last = morphs.last, last.start == nil { return }
    if morphs.count == Self.mostMorphs { morphs.removeFirst() }
    morphs.append(Morph(layout: before, start: nil, duration: duration))
  }

  /// Starts the morphs that wait for a time, and forgets those that are over.
  mutating func advanceMorphs(to now: Double) {
    hasBeenSeen = !bounds.isEmpty
    guard !morphs.isEmpty else { return }
    for place in morphs.indices where morphs[place].start == nil { morphs[place].start = now }
    if let over = morphs.lastIndex(where: { $0.isOver(at: now) }) { morphs.removeSubrange(...over) }
  }

  /// Most items in view: while layouts change, those of any of them.
  var visibleCount: Int {
    var count = layout.visibleCount
    for morph in morphs {
      count = max(count, min(morph.layout.visibleCount, numberOfItems + layout.placeholdersShown))
    }
    return count
  }

  /// Where an item is while layouts or items change.
  func changingPlacement(index: Int, toggle: Double) -> Placement {
    var placement = morphedPlacement(index: index, offset: shownOffset(forItemAt: index), toggle: toggle)
    placement.opacity *= presence(ofItemAt: index)
    return placement
  }

  /// Where an item is while layouts change: each replaces what there was before it.
  private func morphedPlacement(index: Int, offset: Double, toggle: Double) -> Placement {
    guard let oldest = morphs.first else {
      var placement = Placement.nowhere
      layout.perform(
        Placing(index: index, offset: offset, toggle: toggle, lens: layout.lens), into: &placement)
      return placement
    }
    var look = MorphedLook(oldest.layout, offset: offset, toggle: toggle)
    for (place, morph) in morphs.enumerated() {
      let next = place + 1 < morphs.count ? morphs[place + 1].layout : layout
      look = look.mixed(
        with: MorphedLook(next, offset: offset, toggle: toggle), morph.progress(at: clock))
    }
    return look.placement(index: index, offset: offset, showsBackfaces: layout.showsBackfaces)
  }
}

/// What is mixed: an item's transform, and the numbers that are not in it.
private struct MorphedLook {
  var transform: Transform
  var perspective: Double
  var contentOffset: Point
  var opacity: Double

  init(_ layout: ResolvedLayout, offset: Double, toggle: Double) {
    transform = layout.anchored(offset, toggle: toggle)
    perspective = layout.perspective
    contentOffset = layout.contentOffset
    // What was out of view fades in.
    opacity = abs(offset) <= Double(layout.visibleCount) / 2 + 0.5 ? layout.opacity(offset) : 0
  }

  func mixed(with other: MorphedLook, _ part: Double) -> MorphedLook {
    var result = self
    result.perspective += (other.perspective - perspective) * part
    result.contentOffset += (other.contentOffset - contentOffset) * part
    result.opacity += (other.opacity - opacity) * part
    result.transform = transform.mixed(with: other.transform, part, perspective: result.perspective)
    return result
  }

  func placement(index: Int, offset: Double, showsBackfaces: Bool) -> Placement {
    Placement(
      index: index, offset: offset, transform: transform.shifted(contentOffset), opacity: opacity,
      isHidden: !(showsBackfaces || transform.row3.z > 0), depth: transform.row4.z)
  }
}

extension ResolvedLayout {
  fileprivate var isFunction: Bool {
    if case .function = custom { true } else { false }
  }

  private var keyframes: KeyframeLayout? {
    if case .keyframes(let keyframes) = custom { keyframes } else { nil }
  }

  /// Whether every item is drawn the same.
  func looksLike(_ other: ResolvedLayout) -> Bool {
    shape == other.shape && keyframes == other.keyframes && fade == other.fade
      && perspective == other.perspective
      && viewpoint == other.viewpoint
      && contentOffset == other.contentOffset && isMirrored == other.isMirrored
  }
}
