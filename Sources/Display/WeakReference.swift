/// A reference for a closure that is made before the object it calls.
final class WeakReference<Object: AnyObject> {
  weak var object: Object?
}
