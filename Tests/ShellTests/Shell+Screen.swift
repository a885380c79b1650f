@testable import Shell

/// The parts of the screen that tests inspect.
extension Shell {
  /// The page of a tile.
  var page: ContentPage? { panels.first(ContentPage.self) }
  /// The highlight for visitors with one switch.
  var scanner: SwitchScanner { presentation.scanner }
  /// The elements in a group, or outside of any group.
  func elements(in group: ElementID? = nil) -> [Element] {
    presentation.scannedPanels?.elements(in: group) ?? []
  }
}
