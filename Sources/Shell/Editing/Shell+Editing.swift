import Configuration

// The editor on the screen.
extension Shell {
  /// Shows the editor. It keeps unsaved changes from before.
  mutating func showEditor() {
    withPanels { $0.close(.system) }
    editor.note = ""
    save.forget()
    show(EditPanel(at: clock))
    outbox.append(.setUp(.network(.list)))
    guard !editor.isChanged else { return updateEditor() }
    editor.hasSession = true
    outbox.append(.edit(.begin))
  }

  /// Asks about unsaved changes before an action that would discard them.
  mutating func askAboutChanges() {
    showEditor()
    showForm(.leave)
  }

  /// Drops the permission to save when the operator has left all pages behind the PIN, and no phone is
  /// connected. It also does so when the PIN opened none of them. The changes stay.
  mutating func followOperator() {
    let isThere = panels.hasOperatorsPanel || phone?.isConnected == true
    if access.isOperatorThere, !isThere { outbox.append(.edit(.forgetRight)) }
    access.isOperatorThere = isThere
  }

  /// Updates the editor and its form.
  mutating func updateEditor() {
    let (words, editor) = (environment.words, editor)
    withPanels { panels in
      panels.updateEditor(editor.content(words))
      guard panels.first(FormPanel.self)?.id == Editor.form else { return }
      if let form = editor.form(words) {
        panels.updateForm(Editor.form, title: form.title, rows: form.rows)
      } else {
        panels.close(.form)
      }
    }
  }

  private mutating func showForm(_ subject: Editor.Subject) {
    if let request = editor.show(subject) { outbox.append(.setUp(request)) }
    guard let form = editor.form(environment.words) else { return }
    show(FormPanel(Editor.form, title: form.title, rows: form.rows, at: clock))
  }

  private mutating func closeForm() {
    editor.show(nil)
    withPanels { $0.close(.form) }
  }

  /// Performs a request of the editor.
  mutating func perform(_ wish: EditWish) {
    editor.note = ""
    switch wish {
    case .edit(let tile): showForm(.tile(tile))
    case .remove(let tile): edit([.removeTile(tile)])
    case .chooseMove(let tile): showForm(.move(tile))
    case .move(let tile, let place): edit([.moveTile(tile, place)])
    case .add(let place): showForm(.add(to: place))
    case .nameShelf(let shelf): showForm(.shelf(shelf))
    case .undo: outbox.append(.edit(.undo))
    case .redo: outbox.append(.edit(.redo))
    case .look: showForm(.look)
    case .network: showNetworks()
    case .trial: beginTrial()
    case .save: saveEdits(leaves: false)
    case .leave: if editor.isChanged { showForm(.leave) } else { leaveEditor() }
    case .endTrial(let returns): endTrial(returns: returns)
    }
  }

  private mutating func edit(_ edits: [Edit]) {
    guard !edits.isEmpty else { return }
    outbox.append(.edit(.apply(edits)))
  }

  private mutating func saveEdits(leaves: Bool) {
    guard editor.state != nil else { return }
    outbox.append(.save(save.begin(.session, for: .editor(leaves: leaves))))
  }

  /// Handles the answer to a request to save.
  mutating func saveEnded(_ number: Int, _ refusal: SaveRefusal?) {
    if refusal == nil { outbox.append(.reloadConfiguration) }
    switch save.end(number, refusal) {
    case .editor(let leaves)?: editorSaved(refusal, leaves: leaves)
    case .setup?: setupSaved(refusal)
    case nil: return
    }
    // The right has ended during long work, which must not be lost.
    let isThere = panels.first(EditPanel.self) != nil || panels.first(FirstRunPanel.self) != nil
    if refusal == .noRight, access.hasPIN, isThere { showPad(.save) }
  }

  /// Saves again after the PIN.
  mutating func saveAgain() {
    switch save.refused {
    case .editor(let leaves)?: if panels.first(EditPanel.self) != nil { saveEdits(leaves: leaves) }
    case .setup?: withPanels { $0.tell(FirstRunPanel.self) { $0.finish($1, &$2) } }
    case nil: break
    }
  }

  /// Ends the session and discards unsaved changes.
  private mutating func leaveEditor() {
    editor.end()
    outbox.append(.edit(.end))
    withPanels {
      $0.close(.form)
      $0.remove(EditPanel.self)
    }
  }

  /// Handles a change in the editor's form.
  mutating func perform(_ change: FormChange) {
    guard change.form == Editor.form else { return }
    editor.note = ""
    perform(editor.outcome(of: change, environment.words))
  }

  /// Takes a fact about possible tiles.
  mutating func learnForEditor(_ fact: SetupFact) {
    guard panels.first(EditPanel.self) != nil else { return }
    if case .networks = fact { return updateEditor() }
    // A closed form adds no tile.
    if panels.first(FormPanel.self)?.isOpen != true { editor.show(nil) }
    perform(editor.learn(fact))
    updateEditor()
  }

  private mutating func perform(_ outcome: Editor.Outcome) {
    switch outcome {
    case .nothing: break
    case .edit(let edits, let closes):
      if closes { closeForm() }
      edit(edits)
    case .subject(let subject): showForm(subject)
    case .folder(let id):
      closeForm()
      withPanels { $0.enterFolder(id) }
    case .save:
      closeForm()
      saveEdits(leaves: true)
    case .discard: leaveEditor()
    case .close: closeForm()
    case .noAddress: refuse(environment.words(.noAddress))
    case .keep(let medium):
      editor.copy(medium)
      outbox.append(.setUp(.keep(medium)))
      updateEditor()
    case .unusable(let name): refuse(environment.words(.setupUnusable, name))
    }
  }

  /// Shows the reason for a refusal.
  private mutating func refuse(_ reason: String) {
    editor.note = reason
    perform(.sound(.error))
    show(.brief(.notEdited(reason: reason), at: clock))
    updateEditor()
  }

  // Answers of the session.

  mutating func edited(_ state: EditingState, _ shelves: [LauncherShelf]) {
    // An answer can arrive after the end of its session, with changes that the operator has discarded.
    guard editor.hasSession else { return }
    let isNew = editor.state == nil
    editor.update(state, shelves)
    if isNew { outbox.append(.readPictures(editor.directories(beside: configurationPath))) }
    // Ignore the answer if the operator has left the editor.
    guard panels.first(EditPanel.self) != nil || editor.isTrying else { return }
    updateEditor()
  }

  mutating func editRefused(_ refusal: EditRefusal) {
    let words = environment.words
    if case .barrier(let barrier) = refusal.reason, let state = editor.state {
      return refuse(SettingsForm(state: state, words: words).text(of: barrier))
    }
    refuse(refusal.diagnostic.message)
  }

  private mutating func editorSaved(_ refusal: SaveRefusal?, leaves: Bool) {
    let words = environment.words
    switch refusal {
    case nil:
      guard panels.first(EditPanel.self) != nil else { return }
      if leaves { return leaveEditor() }
      editor.note = words(.editSaved)
      updateEditor()
    // The pad says it.
    case .noRight? where access.hasPIN && panels.first(EditPanel.self) != nil:
      editor.note = words(.saveNeedsPIN)
      updateEditor()
    case .noRight?: refuse(words(access.hasPIN ? .saveNeedsPIN : .setupNoRight))
    case .invalid(let fault)?: refuse(fault.message)
    case .outdated(let lost)?: refuse(words(lost == 0 ? .editOutdated : .editConflict))
    case .failed(let reason)?: refuse(words(.notSaved, reason))
    }
  }

  /// Shows the editor in a preview, with the current configuration and no changes.
  mutating func previewEditor(_ form: PreviewedForm? = nil, _ facts: [SetupFact] = []) {
    var state = EditingState(configuration: configuration)
    state.canUndo = true
    for shelf in configuration.shelves { state.shelves[shelf.id] = ShelfOrigin(canBeRemoved: true) }
    let place = ConfigurationPlace(.handWritten, file: "rotunda.toml", line: 1, column: 1)
    for tile in configuration.allTiles { state.tiles[tile.id] = TileOrigin(place: place) }
    editor.update(state, tileStore.offered)
    show(EditPanel(at: clock))
    updateEditor()
    let shelf = configuration.shelves.last?.id ?? ""
    switch form {
    case .tile?: if let tile = tilesPanel.middleTile { showForm(.tile(tile.id)) }
    case .add?: showForm(.add(to: shelf))
    case .applications?: showForm(.applications(to: shelf))
    case .files?: showForm(.media(to: shelf))
    case .shelf?: showForm(.shelf(shelf))
    case nil: return
    }
    for fact in facts { learnForEditor(fact) }
    withPanels { [clock] in $0.change(FormPanel.self) { $0.skipEntrance(at: clock) } }
  }

  // A trial: the screen as visitors will see it.

  private mutating func beginTrial() {
    guard let state = editor.state, !editor.isTrying else { return }
    editor.before = ConfigurationInbox.Entry(
      configuration: configuration, shelves: tileStore.offered, problems: inbox.problems)
    withPanels {
      $0.close(.form)
      $0.remove(EditPanel.self)
    }
    apply(
      ConfigurationInbox.Entry(configuration: state.configuration, shelves: editor.shelves, problems: []))
    show(TrialPanel(at: clock))
  }

  /// Ends a trial. Shows the editor again if `returns` is true, otherwise the visitors' screen.
  mutating func endTrial(returns: Bool) {
    guard let before = editor.before else { return }
    editor.before = nil
    withPanels {
      $0.closeAll()
      $0.remove(.trial)
    }
    apply(before)
    guard returns else { return }
    show(EditPanel(at: clock))
    updateEditor()
  }
}

extension PanelStack {
  /// Removes the panel of a type without an animation.
  mutating func remove<P: Panel>(_ type: P.Type) {
    guard let panel = first(type) else { return }
    remove(panel.layer)
  }

  /// Shows a folder's tiles in the editor.
  mutating func enterFolder(_ id: String) {
    change(EditPanel.self) { $0.enter(id) }
    layOutPanels(only: .page)
  }
}
