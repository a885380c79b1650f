import ConfigurationFile
import Configuration
import FileSystem
import Freedesktop

/// Finds tiles that probably start an X11 program without `x11 = true`: it would find no X server.
///
/// Only `rotunda check` uses this. It cannot know what a script or a runtime starts.
package nonisolated struct XProgramCheck {
  private let files: SystemFiles
  private let search: ProgramSearch

  /// Libraries for connections to X servers.
  private static let server = ["libX11.so", "libxcb.so", "libXt.so"]
  /// Parts of the names of libraries whose programs also support Wayland.
  private static let others = [
    "wayland", "gtk", "gdk", "qt", "sdl", "glfw", "glut", "vlc", "webkit", "libnss3",
  ]
  /// Larger programs include their own libraries, so nothing is known about them.
  private static let mostBytes = 16 << 20

  package init(files: SystemFiles, search: ProgramSearch) {
    (self.files, self.search) = (files, search)
  }

  package func problems(of loaded: LoadedConfiguration) -> [Diagnostic] {
    loaded.programs.filter { !$0.hasX11 && isOfX11($0.program) }.map {
      $0.warning("looks like a program of X11, which finds no X server unless its tile has x11 = true")
    }
  }

  private func isOfX11(_ program: String) -> Bool {
    guard let path = search.path(of: program), let bytes = files.contents(of: path, limit: Self.mostBytes)
    else {
      return false
    }
    let libraries = ProgramFile(bytes: bytes).libraries
    guard libraries.contains(where: { name in Self.server.contains { name.hasPrefix($0) } }) else {
      return false
    }
    return !libraries.contains { name in Self.others.contains { name.lowercased().contains($0) } }
  }
}

/// Parses a program file: elf(5) for 64-bit little-endian processors.
nonisolated struct ProgramFile {
  private let bytes: [UInt8]
  private let segments: [(kind: Int, place: Int, address: Int, size: Int)]

  /// The most segments and entries, more than any program has.
  private static let most = 4096

  init(bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.starts(with: [0x7F] + Array("ELF".utf8)), bytes.count > 64, bytes[4] == 2, bytes[5] == 1
    else {
      segments = []
      return
    }
    func number(_ place: Int, _ size: Int) -> Int { Self.number(bytes, place, size) }
    let (start, size, count) = (number(32, 8), number(54, 2), number(56, 2))
    segments = (0..<min(count, Self.most)).map { index in
      let place = start &+ index &* size
      return (number(place, 4), number(place &+ 8, 8), number(place &+ 16, 8), number(place &+ 32, 8))
    }
  }

  /// The shared libraries that the file itself names; none if it is not such a file.
  var libraries: [String] {
    // PT_DYNAMIC, with DT_NEEDED and DT_STRTAB in it.
    guard let dynamic = segments.first(where: { $0.kind == 2 }), let strings = value(of: 5, in: dynamic.place)
    else {
      return []
    }
    // PT_LOAD: maps an address to a position in the file.
    guard
      let segment = segments.first(where: {
        $0.kind == 1 && strings >= $0.address && strings - $0.address < $0.size
      })
    else { return [] }
    let table = strings - segment.address &+ segment.place
    return entries(dynamic.place).filter { $0.tag == 1 }.map { text(at: table &+ $0.value) }
  }

  private func value(of tag: Int, in place: Int) -> Int? { entries(place).first { $0.tag == tag }?.value }

  private func entries(_ place: Int) -> [(tag: Int, value: Int)] {
    var result: [(Int, Int)] = []
    for index in 0..<Self.most {
      let entry = place &+ 16 &* index
      let tag = Self.number(bytes, entry, 8)
      guard tag != 0 else { break }
      result.append((tag, Self.number(bytes, entry &+ 8, 8)))
    }
    return result
  }

  private func text(at place: Int) -> String {
    guard place >= 0, place < bytes.count else { return "" }
    return String(decoding: bytes[place...].prefix(256).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Returns the number of `size` bytes at `place`; 0 if it lies outside.
  private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int {
    guard place >= 0, place < bytes.count, size <= bytes.count - place else { return 0 }
    let value = bytes[place..<place + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(truncatingIfNeeded: value)
  }
}
