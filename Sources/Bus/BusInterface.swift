/// What an object on a bus can be asked, tells and shows: a table that is followed when it is called, and written out when
/// somebody asks what there is.
public nonisolated struct BusInterface: Hashable, Sendable {
  /// Something that is handed over with a call, an answer or a signal.
  public struct Argument: Hashable, Sendable {
    /// What it is.
    public let name: String
    /// Its type, as the D-Bus Specification writes it.
    public let type: String

    /// An argument from its parts.
    public init(_ name: String, _ type: String) {
      (self.name, self.type) = (name, type)
    }
  }

  /// Something that an object does when it is called.
  public struct Method: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// What it is given.
    public let takes: [Argument]
    /// What it answers.
    public let answers: [Argument]
    /// What it does.
    public let words: String

    /// A method from its parts.
    public init(_ name: String, takes: [Argument] = [], answers: [Argument] = [], _ words: String) {
      (self.name, self.takes, self.answers, self.words) = (name, takes, answers, words)
    }

    /// The types of what it is given.
    var signature: String { takes.map(\.type).joined() }
  }

  /// Something that an object tells everybody.
  public struct Signal: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// What it carries.
    public let carries: [Argument]
    /// When it is sent.
    public let words: String

    /// A signal from its parts.
    public init(_ name: String, carries: [Argument] = [], _ words: String) {
      (self.name, self.carries, self.words) = (name, carries, words)
    }
  }

  /// Something about an object that can be read.
  public struct Property: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// Its type.
    public let type: String
    /// What it is.
    public let words: String

    /// A property from its parts.
    public init(_ name: String, _ type: String, _ words: String) {
      (self.name, self.type, self.words) = (name, type, words)
    }
  }

  /// Its name, such as `org.example.Thing1`.
  public let name: String
  /// What it is for.
  public let words: String
  /// What can be called.
  public let methods: [Method]
  /// What is told.
  public let signals: [Signal]
  /// What can be read. Nobody is told of changes.
  public let properties: [Property]

  /// An interface from its parts.
  public init(
    _ name: String, _ words: String, methods: [Method], signals: [Signal], properties: [Property]
  ) {
    (self.name, self.words) = (name, words)
    (self.methods, self.signals, self.properties) = (methods, signals, properties)
  }
}
