/// Feeds events to one handler, in order and one at a time, and performs the effects that it asks for.
///
/// An effect may post events at once or later. They wait until the handler and the effects of earlier events
/// are done, so neither of them ever runs inside itself. Once its buffers have grown, the queue takes no
/// memory.
///
/// ```swift
/// let queue = EventQueue<ShellEvent, ShellEffect>(
///   handle: { shell.handle($0, at: EventLoop.now, into: &$1) }, perform: { … }, settle: { … })
/// queue.post(.touch(frame))
/// ```
package final class EventQueue<Event, Effect> {
  private let handle: (Event, inout [Effect]) -> Void
  private let perform: (Effect) -> Void
  /// Brings everything in line with the handler's state, after the last event.
  private let settle: () -> Void

  private var events: [Event] = []
  /// The first event that has not been handled.
  private var head = 0
  /// What is to be performed, and a second buffer for what is being performed.
  private var (effects, due): ([Effect], [Effect]) = ([], [])
  private var isDraining = false

  package init(
    handle: @escaping (Event, inout [Effect]) -> Void, perform: @escaping (Effect) -> Void,
    settle: @escaping () -> Void
  ) {
    (self.handle, self.perform, self.settle) = (handle, perform, settle)
  }

  /// Has an event handled: before this returns, unless an event or effect is just being dealt with.
  package func post(_ event: Event) {
    events.append(event)
    drain()
  }

  /// Collects effects that no event asks for, such as those of a frame; the next `drain` performs them.
  package func collect(_ body: (inout [Effect]) -> Void) { body(&effects) }

  /// Performs what was collected, and handles what is posted meanwhile.
  package func drain() {
    guard !isDraining else { return }
    isDraining = true
    defer { isDraining = false }
    repeat {
      performEffects()
      while let event = next() {
        handle(event, &effects)
        performEffects()
      }
      settle()
    } while head < events.count
  }

  private func next() -> Event? {
    guard head < events.count else { return nil }
    let event = events[head]
    head += 1
    if head == events.count {
      events.removeAll(keepingCapacity: true)
      head = 0
    }
    return event
  }

  private func performEffects() {
    guard !effects.isEmpty else { return }
    // Events wait, so nothing is added while these are performed.
    swap(&effects, &due)
    for index in due.indices { perform(due[index]) }
    due.removeAll(keepingCapacity: true)
  }
}
