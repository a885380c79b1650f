import RotundaGeometry

/// A layout on its way out.
struct Morph: Sendable {
  var layout: ResolvedLayout
  /// How large its items were.
  var sizes: ItemSizes
  /// How much farther the carousel was, in items, before it was brought back to where it may be without this
  /// layout.
  var offsetShift = 0.0
  /// Its replacement; the progress is how much of that is to be seen.
  var transition: Transition
}

extension Carousel {
  /// Most layouts that are on their way out at a time; the oldest is dropped. A window that is resized with a
  /// finger changes size with every frame, 24 times within the duration that is the default.
  private static let mostMorphs = 32

  /// Lets the items fly from where and as large as `before` and `old` have them to where the new layout does.
  mutating func beginMorph(from before: ResolvedLayout, sizes old: ItemSizes) {
    let duration = options.layoutChangeDuration
    guard hasBeenSeen, duration > 0, duration.isFinite, old != sizes || !before.looksLike(layout)
    else { return }
    if options.changesFade { return appear() }
    // Several changes before the next frame are one.
    if let last = morphs.last, !last.transition.hasBegun { return }
    if morphs.count == Self.mostMorphs { morphs.removeFirst() }
    morphs.append(Morph(layout: before, sizes: old, transition: Transition(duration: duration)))
  }

  /// How much larger an item was than it is now, in width and height.
  private func scale(of item: Int, from old: ItemSizes) -> Size {
    let (before, now) = (old[item], sizes[item])
    return Size(Self.factor(before.width, now.width), Self.factor(before.height, now.height))
  }

  /// How many times as large; 1 where that says nothing.
  private static func factor(_ old: Double, _ new: Double) -> Double {
    let factor = old / new
    return factor > 0 && factor.isFinite ? factor : 1
  }

  /// Starts the morphs that wait for a time, and forgets those that are over.
  mutating func advanceMorphs(to now: Double) {
    hasBeenSeen = !bounds.isEmpty
    guard !morphs.isEmpty else { return }
    for place in morphs.indices { morphs[place].transition.begin(at: now) }
    if let over = morphs.lastIndex(where: { $0.transition.isOver(at: now) }) {
      morphs.removeSubrange(...over)
    }
  }

  /// Most items in view: while layouts change, those of any of them.
  var visibleCount: Int {
    var count = layout.visibleCount
    for morph in morphs {
      // At the end of a row stand others than on its far side, where it wraps: only all of them are both.
      let all = numberOfItems + layout.placeholdersShown
      let isSameRow = morph.layout.wraps == layout.wraps || all > Limit.exchangedItems
      count = max(count, isSameRow ? min(morph.layout.visibleCount, all) : all)
    }
    return count
  }

  /// Where an item is while layouts or items change.
  func changingPlacement(index: Int, toggle: Double) -> Placement {
    var placement = morphedPlacement(index: index, offset: shownOffset(forItemAt: index), toggle: toggle)
    placement.opacity *= presence(ofItemAt: index) * opacity(ofItemAt: index, placement.offset)
    return placement
  }

  /// What a custom function makes of an item's opacity.
  private func opacity(ofItemAt index: Int, _ offset: Double) -> Double {
    guard let customOpacity else { return 1 }
    let item = CustomItem(
      index: index, offset: layout.along(offset, from: self.offset), toggle: shownToggle,
      start: layout.lens.start)
    return customOpacity(item).limited(to: 0...1, else: 1)
  }

  /// Where an item is while layouts change: each replaces what there was before it. What was out of view
  /// fades in.
  ///
  /// - Parameter isDeparting: Whether it has left the items and is in every view.
  func morphedPlacement(index: Int, offset: Double, toggle: Double, isDeparting: Bool = false) -> Placement {
    guard let oldest = morphs.first else {
      var placement = Placement.nowhere
      layout.perform(
        Placing(
          index: index, offset: offset, along: layout.along(offset, from: self.offset), toggle: toggle,
          lens: layout.lens), into: &placement)
      if layout.fadeDepth > 0 {
        let along = layout.along(offset, from: self.offset)
        placement.opacity = layout.opacity(
          offset, of: FormulaItem(index: index, offset: along, toggle: toggle))
      }
      return placement
    }
    func look(_ layout: ResolvedLayout, _ sizes: ItemSizes?, _ shift: Double = 0) -> MorphedLook {
      let isInView = isDeparting || isInWindow(index, of: layout, at: self.offset + shift)
      let item = FormulaItem(
        index: index, offset: layout.along(offset, from: self.offset + shift), toggle: toggle)
      return MorphedLook(
        layout, item, itemScale: sizes.map { scale(of: index, from: $0) } ?? Size(1, 1),
        opacity: isInView ? layout.opacity(offset, of: item) : 0)
    }
    var result = look(oldest.layout, oldest.sizes, oldest.offsetShift)
    for place in morphs.indices {
      let next = place + 1 < morphs.count ? morphs[place + 1] : nil
      let other = next.map { look($0.layout, $0.sizes, $0.offsetShift) } ?? look(layout, nil)
      result = result.mixed(with: other, morphs[place].transition.progress(at: clock))
    }
    return result.placement(index: index, offset: offset, showsBackfaces: layout.showsBackfaces)
  }
}

/// What is mixed: an item's pose, and the numbers that are not in it.
private struct MorphedLook {
  var pose: Pose
  var contentOffset: Point
  var opacity: Double

  init(_ layout: ResolvedLayout, _ item: FormulaItem, itemScale: Size, opacity: Double) {
    let transform = layout.anchored(item).scaled(itemScale.width, itemScale.height, 1)
    pose = Pose(transform, perspective: layout.perspective)
    contentOffset = layout.contentOffset
    self.opacity = opacity
  }

  func mixed(with other: MorphedLook, _ part: Double) -> MorphedLook {
    var result = self
    result.pose = pose.mixed(with: other.pose, part)
    result.contentOffset += (other.contentOffset - contentOffset) * part
    result.opacity += (other.opacity - opacity) * part
    return result
  }

  func placement(index: Int, offset: Double, showsBackfaces: Bool) -> Placement {
    let transform = pose.transform
    return Placement(
      index: index, offset: offset, transform: transform.shifted(contentOffset), opacity: opacity,
      isHidden: !(showsBackfaces || transform.row3.z > 0), depth: transform.row4.z)
  }
}

extension ResolvedLayout {
  private var keyframes: KeyframeLayout? {
    if case .keyframes(let keyframes) = custom { keyframes } else { nil }
  }

  /// Whether the same items are drawn the same.
  func looksLike(_ other: ResolvedLayout) -> Bool {
    shape == other.shape && functionNumber == other.functionNumber && keyframes == other.keyframes
      && fade == other.fade
      && fadeDepth == other.fadeDepth
      && perspective == other.perspective
      && viewpoint == other.viewpoint
      && contentOffset == other.contentOffset && isMirrored == other.isMirrored && wraps == other.wraps
  }
}
