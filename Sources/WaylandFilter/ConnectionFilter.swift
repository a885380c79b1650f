/// What one program may say to a compositor and hear from it: it hides globals, and lets all else pass.
///
/// It knows three messages of the core protocol and no others: `wl_display.get_registry`,
/// `wl_registry.global` and `global_remove`, and `wl_registry.bind`. What a program was not told of it cannot
/// bind; so a name that is guessed ends the connection. An object that was once a registry stays one here:
/// `wl_fixes`, the only protocol that destroys registries, is hidden, so no registry's number ever becomes
/// another object's.
package struct ConnectionFilter {
  /// What becomes of a message.
  enum Verdict: Equatable {
    case pass
    case drop
    case end(Fault)
  }

  /// Why a connection is ended.
  package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A message says that it has so many bytes.
    case size(Int)
    /// A message that the filter has to understand is none.
    case malformed
    /// A program asks for more registries than any needs.
    case registries
    /// A compositor offers more than any has.
    case globals
    /// A program binds what it was not told of, by this name.
    case hidden(UInt32)
    /// More descriptors come than any message has.
    case descriptors

    package var description: String {
      switch self {
      case .size(let size): "a message of \(size) bytes"
      case .malformed: "a message that is none"
      case .registries: "too many registries"
      case .globals: "too many globals"
      case .hidden(let name): "the global \(name) is not for programs of tiles"
      case .descriptors: "too many descriptors"
      }
    }
  }

  /// `wl_display` is object 1 from the start.
  static let display: UInt32 = 1
  /// Vulkan programs make a registry for each question about a surface, and nothing takes them away.
  package static let mostRegistries = 1 << 14
  /// sway has 60 globals; each screen that is plugged in is another one.
  package static let mostGlobals = 4096
  /// So many globals that have gone may still be bound, by programs that have not read that yet.
  package static let mostRemoved = 256
  /// The longest name of an interface that can be allowed.
  private static let longestName = 128

  /// Opcodes of wayland.xml.
  private enum Opcode {
    static let getRegistry: UInt16 = 1
    static let bind: UInt16 = 0
    static let global: UInt16 = 0
    static let globalRemove: UInt16 = 1
  }

  /// Interfaces that pass.
  private let allowed: Set<String>
  private var registries: Set<UInt32> = []
  /// Names of globals that the program was told of.
  private var announced: Set<UInt32> = []
  /// Those of them that have gone, the first first.
  private var removed: [UInt32] = []

  /// A filter for a connection that has not said anything yet.
  package init(allowed: Set<String> = AllowedGlobals.interfaces) { self.allowed = allowed }

  /// What becomes of a request, given as a whole.
  mutating func judge(request: Span<UInt8>) -> Verdict {
    let head = WireHead(request)
    if head.object == Self.display, head.opcode == Opcode.getRegistry {
      guard request.count == WireHead.size + 4 else { return .end(.malformed) }
      registries.insert(request.word(at: WireHead.size))
      return registries.count <= Self.mostRegistries ? .pass : .end(.registries)
    }
    guard head.opcode == Opcode.bind, registries.contains(head.object) else { return .pass }
    guard request.count >= WireHead.size + 4 else { return .end(.malformed) }
    let name = request.word(at: WireHead.size)
    return announced.contains(name) ? .pass : .end(.hidden(name))
  }

  /// What becomes of an event, given as a whole.
  mutating func judge(event: Span<UInt8>) -> Verdict {
    let head = WireHead(event)
    guard head.opcode <= Opcode.globalRemove, registries.contains(head.object) else { return .pass }
    guard event.count >= WireHead.size + 4 else { return .end(.malformed) }
    let name = event.word(at: WireHead.size)
    if head.opcode == Opcode.globalRemove { return remove(name) }
    // A name that is too long for the list, or no text, is on no list.
    guard let interface = event.text(at: WireHead.size + 4, most: Self.longestName),
      allowed.contains(interface)
    else {
      announced.remove(name)
      return .drop
    }
    return announce(name)
  }

  private mutating func announce(_ name: UInt32) -> Verdict {
    if !announced.insert(name).inserted { removed.removeAll { $0 == name } }
    return announced.count <= Self.mostGlobals ? .pass : .end(.globals)
  }

  private mutating func remove(_ name: UInt32) -> Verdict {
    guard announced.contains(name) else { return .drop }
    // Each registry says so.
    guard !removed.contains(name) else { return .pass }
    removed.append(name)
    if removed.count > Self.mostRemoved { announced.remove(removed.removeFirst()) }
    return .pass
  }

  /// How many numbers it keeps: what bounds its memory.
  package var kept: Int { registries.count + announced.count + removed.count }
  /// The most that `kept` can be.
  package static let mostKept = mostRegistries + mostGlobals + mostRemoved + 2
}
