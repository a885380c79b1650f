import Configuration
import Programs

/// Asking for the PIN, and what comes of the answer.
extension Shell {
  /// Whether the launcher is closed until the PIN is entered.
  public var isLocked: Bool { access.record.isLocked }

  /// What was kept of earlier PINs is known; nil when nothing was.
  mutating func remember(_ record: AccessRecord?, at time: Double) {
    access.record = record ?? (access.hasPIN ? .missing : AccessRecord())
    access.waitEnds = time + access.record.delay
    guard isLocked else { return }
    // What is broken may be what names the PIN.
    if access.hasPIN || !problems.isEmpty { stayLocked() } else { unlock() }
  }

  /// What the configuration says about PINs.
  mutating func takeAdmin(_ settings: AdminSettings) {
    access.settings = settings
    if isLocked, !access.hasPIN {
      // There is nothing any more that could be entered.
      unlock()
    } else if access.pad != nil {
      layOutPad()
    }
  }

  /// Asks for the PIN, then does what it was asked for.
  mutating func ask(for purpose: PINPad.Purpose) {
    guard access.hasPIN else { return tell(.noPIN) }
    showPad(purpose)
  }

  /// The PIN is complete: it is counted as a wrong one, and then checked.
  mutating func enterPIN() {
    guard let pad = access.pad, access.checking == nil, access.wait(at: clock) == 0, let pin = PIN(pad.digits)
    else { return }
    access.pad?.forget()
    guard case .hash(let hash) = access.settings.pin else { return answer(.broken) }
    access.checking = pad.purpose
    access.record.count()
    outbox.append(.checkPIN(pin, hash, record: access.record))
    isDirty = true
  }

  /// The PIN was checked.
  mutating func checked(_ verdict: PINVerdict) {
    guard let purpose = access.checking else { return }
    access.checking = nil
    switch verdict {
    case .right:
      access.record.failures = 0
      access.waitEnds = 0
      outbox.append(.keepRecord(access.record))
      grant(purpose)
    case .wrong:
      access.waitEnds = clock + access.record.delay
      report(.wrongPIN(times: access.record.failures))
      answer(.wrong)
    case .failed(let reason):
      report(.pinFailed(reason: reason))
      answer(.broken)
    }
  }

  /// Whoever stands there knows the PIN.
  private mutating func grant(_ purpose: PINPad.Purpose) {
    // It was closed meanwhile: nobody waits for it.
    guard access.pad?.purpose == purpose else { return }
    let program = access.pad?.program
    access.pad = nil
    isDirty = true
    if let program, programs[program]?.onHome != .keep { stop(program) }
    switch purpose {
    case .admin: showSystem()
    case .unlock: unlock()
    case .open(let id): if let tile = findTile(id) { open(tile, isTrusted: true) }
    case .control(let control, let id):
      guard let tile = tiles.first(where: { $0.id == id }) else { return }
      activate(control, of: tile, isTrusted: true)
    }
  }

  private mutating func answer(_ answer: PINPad.Answer) {
    sound(.error)
    let seconds = access.wait(at: clock)
    access.pad?.answer = seconds > 0 ? .wait(seconds: seconds) : answer
    layOutPad()
    isDirty = true
  }
}

// Time.
extension Shell {
  /// When something about the pad is due; nil when nothing is.
  var padDeadline: Double? {
    guard let pad = access.pad else { return nil }
    // A pad that stays has nothing to forget.
    let expires = pad.canBeClosed || !pad.digits.isEmpty ? pad.expires : .infinity
    guard case .wait(let seconds) = pad.answer else { return expires < .infinity ? expires : nil }
    return min(expires, access.waitEnds - Double(seconds - 1))
  }

  mutating func meetPadDeadline(at time: Double) {
    guard let pad = access.pad else { return }
    if case .wait = pad.answer {
      let seconds = access.wait(at: time)
      access.pad?.answer = seconds > 0 ? .wait(seconds: seconds) : nil
      layOutPad()
      isDirty = true
    }
    guard pad.expires <= time else { return }
    access.pad?.forget()
    isDirty = true
    if pad.canBeClosed { closePad() }
  }
}

// Where a PIN is needed.
extension Shell {
  /// Whether a tile can only be got at through a folder that needs the PIN and is not open.
  func isBehindPIN(_ id: String) -> Bool {
    let open = Set(levels.compactMap(\.folder))
    return levels[0].shelves.contains { Self.isBehindPIN(id, among: $0.tiles, open) }
  }

  private static func isBehindPIN(_ id: String, among tiles: [LauncherTile], _ open: Set<String>) -> Bool {
    tiles.contains { tile in
      guard case .folder(let inner) = tile.action, LauncherTile.find(id, among: inner) != nil else {
        return tile.needsPIN && tile.id != id && tile.parts.contains { $0.id == id }
      }
      return tile.needsPIN && !open.contains(tile.id) || isBehindPIN(id, among: inner, open)
    }
  }
}
