@testable import Shell

/// What tests look at on the screen.
extension Shell {
  /// The page of a tile.
  var page: ContentPage? { panels.first(ContentPage.self) }
  /// The highlight for visitors with one switch.
  var scanner: SwitchScanner { presentation.scanner }
  /// What can be chosen: in a group, or outside of any.
  func elements(in group: ElementID? = nil) -> [Element] {
    presentation.scannedPanels?.elements(in: group) ?? []
  }
}
