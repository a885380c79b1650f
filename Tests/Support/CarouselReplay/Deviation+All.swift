extension Deviation {
  /// All intentional deviations.
  public static let all: [Deviation] = [
    Deviation(
      patterns: ["flick/*hold*", "flick/*stale*"], concerns: ["*"],
      original: "flings with the velocity of the last move, however long the finger has held still since",
      ours: "a finger that has held still for 0.1 s lets go without velocity",
      reason: "nobody expects a carousel that was held still to fly off"),
    Deviation(
      patterns: ["program/touch_interrupts", "autoscroll/stopped"], concerns: ["*"],
      original: "stays between two items when a touch or the end of autoscroll stops it there",
      ours: "goes on to the nearest item when the finger lifts or autoscroll ends",
      reason: "a carousel that snaps never rests between items"),
    Deviation(
      patterns: ["program/to_offset*", "program/by_offset*"], concerns: ["*"],
      original: "a programmed scroll to a place between items ends there, against its documentation",
      ours: "goes on to the nearest item where scrollsToItemBoundary is on",
      reason: "the documentation is what people rely on"),
    Deviation(
      patterns: ["autoscroll/*", "hz120/autoscroll"], concerns: ["*"],
      original: "the first step after idling turns by the whole time that the timer stood still",
      ours: "turns from the moment at which autoscroll was set",
      reason: "the jump grows with the idle time; apart from it every row is the original's"),
    Deviation(
      patterns: ["bounce/*zero*", "bounce/*bd0", "bounce/distance_0"], concerns: ["*"],
      original: "a bounce distance of 0 divides 0 by 0: the offset is not a number from then on",
      ours: "a bounce distance of 0 is the same as not bouncing", reason: "no option may break the carousel"),
    Deviation(
      patterns: ["*fade_range_0"], concerns: ["alpha"],
      original: "a fade range of 0 divides 0 by 0: the opacity is not a number",
      ours: "a fade range of 0 fades at once", reason: "no option may break the carousel"),
    Deviation(
      patterns: ["program/to_item_beyond_end_now"], concerns: ["*"],
      original: "a scroll without duration goes beyond the end and stays there",
      ours: "goes to the end", reason: "a programmed scroll asks for an item; there is none beyond the end"),
    Deviation(
      patterns: ["reload/fewer_wrap"], concerns: ["*"],
      original: "after a reload with fewer items the carousel makes a full turn to where it is already",
      ours: "stands on the item that it stands on", reason: "nobody asked for the turn"),
    Deviation(
      patterns: ["layout/type_change", "layout/vertical_change", "reload/same", "cold/*"],
      concerns: [
        "will_begin_scrolling_animation", "did_end_scrolling_animation", "did_scroll",
        "current_item_index_did_change", "scrolling", "timer", "toggle",
      ],
      original:
        "a layout pass announces a scroll (without items: a change of the index) that does not happen",
      ours: "a layout pass announces what happens", reason: "observers act on these callbacks"),
    Deviation(
      patterns: [
        "flick/brake_then_back", "program/by_items_twice", "program/during_fling", "program/drag_interrupts",
        "program/set_offset_during_scroll",
      ], concerns: ["did_end_decelerating", "did_end_scrolling_animation"],
      original: "a fling or a scroll that is interrupted is never reported as ended",
      ours: "reports its end at the interruption", reason: "every will has its did"),
    Deviation(
      patterns: ["touch/scroll_disabled_mid_drag"], concerns: ["*"],
      original: "a drag during which scrolling is disabled never ends", ours: "ends when the finger lifts",
      reason: "the carousel would be stuck"),
    Deviation(
      patterns: ["d007", "d015", "d032", "d071", "d100", "d107", "d123", "d139", "d162", "d171"],
      concerns: ["item_width", "visible_items_default", "radius", "angle_at_offset_1"],
      original: "without items there is no item width: counts and radii come from divisions by 0",
      ours: "the item width is known without items", reason: "no count may break the carousel"),
    Deviation(
      patterns: ["v*"], concerns: ["order"],
      original: "compares the depth of the point (1; 1; 1) of each item",
      ours: "compares the depth of the centers",
      reason: "which of two symmetrical items is in front does not depend on the side it is on"),
  ]
}
