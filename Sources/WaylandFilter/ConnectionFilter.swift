/// Filters a program's messages to and from the compositor: hides globals, and lets everything else pass.
///
/// It interprets only these messages of the core protocol: `wl_display.get_registry`, `wl_registry.global`
/// and `global_remove`, and `wl_registry.bind`. A program can bind only announced globals; a guessed name
/// ends the connection. A registry's object ID stays a registry forever: only `wl_fixes` destroys registries,
/// and that is hidden. No other object can therefore reuse the ID.
package struct ConnectionFilter {
  /// The filter's decision about a message.
  enum Verdict: Equatable {
    case pass
    case drop
    case end(Fault)
  }

  /// The reason why the filter ends a connection.
  package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A message claims this impossible size in bytes.
    case size(Int)
    /// A message that the filter must interpret is malformed.
    case malformed
    /// A program creates more registries than any needs.
    case registries
    /// A compositor announces more globals than any has.
    case globals
    /// A program binds a global with this name that was not announced.
    case hidden(UInt32)
    /// More descriptors arrive than any message has.
    case descriptors

    package var description: String {
      switch self {
      case .size(let size): "a message of \(size) bytes"
      case .malformed: "an invalid message"
      case .registries: "too many registries"
      case .globals: "too many globals"
      case .hidden(let name): "the global \(name) is not for programs of tiles"
      case .descriptors: "too many descriptors"
      }
    }
  }

  /// The object ID of `wl_display`.
  static let display: UInt32 = 1
  /// The most registries: Vulkan programs create one for each query about a surface, and never destroy them.
  package static let mostRegistries = 1 << 14
  /// The most globals: sway has 60, and one more for each screen.
  package static let mostGlobals = 4096
  /// The most removed globals that programs may still bind, because they have not read the removal yet.
  package static let mostRemoved = 256
  /// The maximum length of an allowed interface's name.
  private static let longestName = 128

  /// The opcodes of wayland.xml.
  private enum Opcode {
    static let getRegistry: UInt16 = 1
    static let bind: UInt16 = 0
    static let global: UInt16 = 0
    static let globalRemove: UInt16 = 1
  }

  /// The allowed interfaces.
  private let allowed: Set<String>
  private var registries: Set<UInt32> = []
  /// The names of the announced globals.
  private var announced: Set<UInt32> = []
  /// The removed ones among them, oldest first.
  private var removed: [UInt32] = []

  /// Creates a filter for a new connection.
  package init(allowed: Set<String> = AllowedGlobals.interfaces) { self.allowed = allowed }

  /// Decides about a complete request.
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

  /// Decides about a complete event.
  mutating func judge(event: Span<UInt8>) -> Verdict {
    let head = WireHead(event)
    guard head.opcode <= Opcode.globalRemove, registries.contains(head.object) else { return .pass }
    guard event.count >= WireHead.size + 4 else { return .end(.malformed) }
    let name = event.word(at: WireHead.size)
    if head.opcode == Opcode.globalRemove { return remove(name) }
    // The list contains no name that is too long or not UTF-8.
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
    // Each registry reports the removal.
    guard !removed.contains(name) else { return .pass }
    removed.append(name)
    if removed.count > Self.mostRemoved { announced.remove(removed.removeFirst()) }
    return .pass
  }

  /// The number of stored IDs and names, which bounds the memory.
  package var kept: Int { registries.count + announced.count + removed.count }
  /// The maximum of `kept`.
  package static let mostKept = mostRegistries + mostGlobals + mostRemoved + 2
}
