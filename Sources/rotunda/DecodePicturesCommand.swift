import Artwork
import Commands
import FileSystem
import Freedesktop
import Glibc
import Hosting
import State

/// `rotunda decode-pictures`: the launcher's own process for decoding pictures. Not for people.
enum DecodePicturesCommand {
  private static let name = "decode-pictures"

  /// The command for a decoder: this program.
  static let program = DecoderProgram.itself([name])

  /// The most decoders: a drawing that is too large may keep one busy for long.
  static let mostAtATime = 2

  /// Starts decoders while there is only one thread. On a single processor, several would only compete.
  static func startEarly() {
    program.startEarly(count: min(mostAtATime, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
  }

  /// Decodes pictures as long as the launcher sends some, if the arguments request that.
  static func run(_ arguments: [String]) -> Bool {
    guard arguments == [name] else { return false }
    DecodingService.run()
    return true
  }
}

extension Invocation {
  /// Whether it will probably need decoded pictures.
  var showsPictures: Bool {
    switch self {
    case .launch, .preview, .demo, .touchTest: true
    default: false
    }
  }
}

extension ArtworkOptions {
  /// Creates options for readers of `languages`, with this program as the decoder and icon themes from the
  /// environment's directories.
  init(languages: [String], _ environment: ProcessEnvironment) {
    self.init(
      languages: languages,
      icons: IconLookup(
        files: SystemFiles(), directories: DataDirectories(environment: environment.variables)),
      decoder: DecodePicturesCommand.program, decoders: DecodePicturesCommand.mostAtATime)
  }

  /// Creates options for the user of this process, with pictures from the network.
  init(_ environment: ProcessEnvironment) {
    self.init(languages: environment.languages, environment)
    cache = environment.pictureCache
  }
}
