import CInput
import RotundaGeometry
import Gestures

extension PanelEvent {
  /// What libinput's `event` says, which came from the panel numbered `panel`; nil when it is not about touches.
  init?(_ event: OpaquePointer, panel: Int32) {
    let type = libinput_event_get_type(event)
    if type == LIBINPUT_EVENT_TOUCH_FRAME {
      self = .frame
      return
    }
    guard Self.contactTypes.contains(type), let touch = libinput_event_get_touch_event(event) else {
      return nil
    }
    let contact = Contact(panel: panel, slot: libinput_event_touch_get_slot(touch))
    let time = libinput_event_touch_get_time_usec(touch)
    switch type {
    case LIBINPUT_EVENT_TOUCH_DOWN: self = .down(contact, at: Self.place(touch), microseconds: time)
    case LIBINPUT_EVENT_TOUCH_MOTION: self = .motion(contact, at: Self.place(touch), microseconds: time)
    case LIBINPUT_EVENT_TOUCH_UP: self = .up(contact, microseconds: time)
    default: self = .cancel(contact)
    }
  }

  /// Only these have a slot; libinput complains when it is asked for that of another.
  private static let contactTypes = [
    LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP,
    LIBINPUT_EVENT_TOUCH_CANCEL,
  ]

  /// In shares of the panel: libinput scales to a screen of 1×1. It has applied the panel's calibration matrix, which it
  /// takes from udev's LIBINPUT_CALIBRATION_MATRIX, as it does for every compositor.
  private static func place(_ touch: OpaquePointer) -> Point {
    Point(libinput_event_touch_get_x_transformed(touch, 1), libinput_event_touch_get_y_transformed(touch, 1))
  }
}
