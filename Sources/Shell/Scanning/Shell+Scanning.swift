import Configuration
import Gestures

/// Everything with one switch: the highlight goes on by itself, and the switch chooses what it is on.
///
/// Groups are chosen before what is in them (row and column scanning). At rest there is no deadline: the highlight stops
/// after some rounds in which nobody pressed, and goes on with the next press.
extension Shell {
  /// Whether one switch is enough: as the configuration says, unless the visitor wants otherwise.
  var scans: Bool {
    for case .scan(let isOn) in adjustments { return isOn }
    return scan.settings.scans
  }

  /// Whether an event is about the switch.
  func isSwitch(_ event: KeyEvent) -> Bool { scans && scan.settings.scanSwitch.contains(event.key) }

  /// The switch goes down, or is held.
  mutating func moveSwitch(_ event: KeyEvent, at time: Double) {
    guard event.phase == .pressed, time >= scan.pausesUntil else { return }
    guard scan.settings.scanHold > 0 else { return pressSwitch(at: time) }
    scan.countsAt = time + scan.settings.scanHold
  }

  /// The switch comes up: what was held too briefly was nothing, and may begin anew at once.
  mutating func releaseSwitch(_ event: KeyEvent, at time: Double) {
    guard isSwitch(event) else { return }
    if scan.countsAt == nil { scan.pausesUntil = max(scan.pausesUntil, time + scan.settings.scanPause) }
    scan.countsAt = nil
  }

  private mutating func pressSwitch(at time: Double) {
    scan.countsAt = nil
    scan.pausesUntil = time + scan.settings.scanPause
    guard let run = scan.run, run.place == scanPlace else { return startScanning() }
    choose(run.current)
    layOutScan()
  }

  /// Time has come for the switch that is held, or for the highlight to go on.
  mutating func meetScanDeadline(at time: Double) {
    if let due = scan.countsAt, due <= time { pressSwitch(at: time) }
    if let due = scan.run?.next, due <= time { stepScan() }
  }

  /// The visitor has switched it on or off.
  mutating func takeScan() {
    if scans { startScanning() } else { stopScanning() }
  }

  /// Something else may have got the screen.
  mutating func followScan() {
    guard let run = scan.run else { return }
    let place = scanPlace
    guard place != run.place else { return }
    if place == nil { stopScanning() } else { startScanning() }
  }

  /// The highlight begins at the first of what can be chosen.
  mutating func startScanning() {
    guard let place = scanPlace, let first = scanTargets(of: place).first else { return stopScanning() }
    scan.run = ScanRun(place: place, current: first, next: clock + scan.settings.scanInterval)
    if first == .tiles, scanTargets(of: place).count == 1 { enter(.tiles) }
    showScan()
  }

  /// The highlight goes.
  mutating func stopScanning() {
    guard scan.run != nil else { return }
    (scan.run, scan.caption, scan.countsAt) = (nil, nil, nil)
    isDirty = true
  }

  /// The highlight goes on: to the next one, out of a group, or to its rest.
  private mutating func stepScan() {
    guard var run = scan.run, run.place == scanPlace else { return stopScanning() }
    let targets = scanTargets(run)
    let canLeave = run.path.count > 1 || (!run.path.isEmpty && scanTargets(of: run.place).count > 1)
    run.steps += 1
    if run.steps >= targets.count * (canLeave ? ScanRun.groupRounds : scan.settings.scanRounds) {
      guard canLeave else { return stopScanning() }
      run.current = run.path.removeLast()
      run.steps = 0
    } else {
      let place = targets.firstIndex(of: run.current).map { $0 + 1 } ?? 0
      run.current = targets[place % targets.count]
    }
    run.next = clock + scan.settings.scanInterval
    scan.run = run
    showScan()
  }

  /// Goes into a group.
  mutating func enter(_ group: ScanTarget) {
    guard var run = scan.run else { return }
    run.path.append(group)
    let (targets, tile) = (scanTargets(run), ScanTarget.tile(scanShelf.carousel.currentItemIndex))
    guard let first = targets.first else { return }
    run.current = group == .tiles && targets.contains(tile) ? tile : first
    (run.steps, run.next) = (0, clock + scan.settings.scanInterval)
    scan.run = run
  }

  /// Brings what the highlight is on into sight.
  private mutating func showScan() {
    switch scan.run?.current {
    case .tile(let index):
      let shelf = scanShelf
      if index != shelf.carousel.currentItemIndex || shelf.carousel.isScrolling {
        center(index, of: scanShelfIndex)
      }
    case .control(let control):
      let now = clock
      shelf.centeredInterior?.reveal(control, at: now)
    default: break
    }
    // Who waits for the highlight is still there.
    access.pad?.expires = clock + PINPad.lifetime
    systemPage?.expires = clock + SystemPage.lifetime
    layOutScan()
  }
}
