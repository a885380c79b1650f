/// Whether touches are seen beside the compositor while a program has the screen.
public enum GlobalTouchSetting: String, CaseIterable, Hashable, Sendable {
  /// Where the compositor offers no strip that stays above programs.
  case automatic
  /// Also beside such a strip.
  case always
  /// Not at all.
  case never
}
