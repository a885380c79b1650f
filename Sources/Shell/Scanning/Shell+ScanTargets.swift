import Configuration

/// What can be chosen with one switch, and what comes of it.
extension Shell {
  /// What has the screen; nil while that is nothing of the launcher's that could be chosen from.
  var scanPlace: ScanPlace? {
    guard screen == .carousel, curtain == nil, !metrics.size.isEmpty else { return nil }
    if access.pad != nil { return .pad }
    if systemPage != nil { return .system }
    if let page, !page.isClosing { return .page }
    return .level(levels.count, folder: level.folder)
  }

  /// The shelf in the middle, or on its way there.
  var scanShelfIndex: Int { min(max(0, level.stack.destinationItemIndex), level.shelves.count - 1) }
  var scanShelf: Shelf { level.shelves[scanShelfIndex] }

  /// What the highlight goes through now.
  func scanTargets(_ run: ScanRun) -> [ScanTarget] {
    switch run.path.last {
    case .tiles: scanShelf.tiles.indices.filter { scanShelf.tiles[$0].isEnabled }.map { .tile($0) }
    case .tile(let index): scanTargets(onTile: index)
    case .keys(let row): scanKeys(ofRow: row).map { .key($0) }
    default: scanTargets(of: run.place)
    }
  }

  /// What is there outside of any group.
  func scanTargets(of place: ScanPlace) -> [ScanTarget] {
    switch place {
    case .level: messageTargets + levelTargets
    case .page: messageTargets + scrollTargets(isAtTop: isPageAtTop, isAtEnd: isPageAtEnd) + [.close]
    case .pad:
      (0..<PINPad.rows).map { .keys(row: $0) } + (access.pad?.canBeClosed == true ? [.close] : [])
    case .system:
      scrollTargets(isAtTop: isSystemPageAtTop, isAtEnd: isSystemPageAtEnd)
        + (systemPage?.controls.all ?? []).map { .system($0) } + [.close]
    }
  }

  private var messageTargets: [ScanTarget] {
    guard let notice, noticeFrame(notice) != nil else { return [] }
    return notice.retry == nil ? [.message] : [.retry, .message]
  }

  private var levelTargets: [ScanTarget] {
    let others = level.shelves.indices.filter { $0 != scanShelfIndex }
    return (scanShelf.tiles.contains(where: \.isEnabled) ? [.tiles] : []) + others.map { .shelf($0) }
      + (levels.count > 1 ? [.back] : [])
  }

  private func scanTargets(onTile index: Int) -> [ScanTarget] {
    let tiles = scanShelf.tiles
    guard tiles.indices.contains(index), tiles[index].isLive else { return [.face] }
    let face: [ScanTarget] = tiles[index].action == .perform(.none) ? [] : [.face]
    return face + tiles[index].controls.map { .control($0) }
  }

  /// The keys of a row of the pad.
  func scanKeys(ofRow row: Int) -> ArraySlice<PINPad.PadKey> {
    access.pad?.keys.dropFirst(row * PINPad.columns).prefix(PINPad.columns) ?? []
  }

  private func scrollTargets(isAtTop: Bool, isAtEnd: Bool) -> [ScanTarget] {
    (isAtEnd ? [] : [.scrollDown]) + (isAtTop ? [] : [.scrollUp])
  }

  private var isPageAtTop: Bool { (page?.scroll.offset ?? 0) < 1 }
  private var isPageAtEnd: Bool { page.map { $0.scroll.offset > $0.scroll.end - 1 } ?? true }
  private var isSystemPageAtTop: Bool { (systemPage?.scroll.offset ?? 0) < 1 }
  private var isSystemPageAtEnd: Bool { systemPage.map { $0.scroll.offset > $0.scroll.end - 1 } ?? true }
}

extension Shell {
  /// Does what the highlight is on.
  mutating func choose(_ target: ScanTarget) {
    scan.run?.steps = 0
    scan.run?.next = clock + scan.settings.scanInterval
    isDirty = true
    sound(.tap)
    switch target {
    case .tiles, .keys: enter(target)
    case .tile(let index): chooseTile(index)
    case .face: openScanned(carousel.currentItemIndex)
    case .control(let control): activate(control)
    case .shelf(let index):
      show(shelf: index)
      enter(.tiles)
    case .back: closeFolder()
    case .retry:
      if let notice, let button = buttonFrame(of: notice) {
        tapNotice(notice, at: button.center)
      }
    case .message: dismissNotice()
    case .key(let key): choose(key)
    case .system(let control): perform(control)
    case .scrollDown: scrollScanned(by: 1)
    case .scrollUp: scrollScanned(by: -1)
    case .close: closeScanned()
    }
  }

  private mutating func chooseTile(_ index: Int) {
    let targets = scanTargets(onTile: index)
    // Its controls are there once it is in the middle.
    guard targets == [.face] else { return enter(.tile(index)) }
    openScanned(index)
  }

  private mutating func openScanned(_ index: Int) {
    let tiles = scanShelf.tiles
    guard tiles.indices.contains(index) else { return }
    open(tiles[index])
  }

  /// A key of the pad; the next one may be in any row.
  private mutating func choose(_ key: PINPad.PadKey) {
    scan.run?.path = []
    scan.run?.current = .keys(row: 0)
    press(key)
  }

  private mutating func scrollScanned(by screens: Double) {
    if systemPage != nil { scrollPageOn(by: screens) } else { scrollOpenPageOn(by: screens) }
  }

  private mutating func closeScanned() {
    switch scan.run?.place {
    case .pad: closePad()
    case .system: closeSystemPage()
    case .page: closePage()
    case .level, nil: break
    }
  }
}
