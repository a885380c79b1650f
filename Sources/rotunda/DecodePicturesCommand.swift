import Artwork
import Commands
import FileSystem
import Freedesktop
import Glibc
import Hosting
import State

/// `rotunda decode-pictures`: what Rotunda starts to decode pictures. People have no use for it.
enum DecodePicturesCommand {
  private static let name = "decode-pictures"

  /// This program, decoding pictures.
  static let program = DecoderProgram.itself([name])

  /// How many files are decoded at a time: one may be busy for long with a drawing that is too large.
  static let mostAtATime = 2

  /// Starts decoders before there is a second thread. On one processor they would only be in each other's
  /// way.
  static func startEarly() {
    program.startEarly(count: min(mostAtATime, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
  }

  /// Decodes pictures for as long as the launcher sends some, if the arguments ask for that.
  static func run(_ arguments: [String]) -> Bool {
    guard arguments == [name] else { return false }
    DecodingService.run()
    return true
  }
}

extension Invocation {
  /// Whether pictures will be decoded for it, most likely.
  var showsPictures: Bool {
    switch self {
    case .launch, .preview, .demo, .touchTest: true
    default: false
    }
  }
}

extension ArtworkOptions {
  /// For readers of these languages: this program decodes files, and theme icons lie where the environment
  /// says.
  init(languages: [String], _ environment: ProcessEnvironment) {
    self.init(
      languages: languages,
      icons: IconLookup(
        files: SystemFiles(), directories: DataDirectories(environment: environment.variables)),
      decoder: DecodePicturesCommand.program, decoders: DecodePicturesCommand.mostAtATime)
  }

  /// For the user of this process, with pictures from the network.
  init(_ environment: ProcessEnvironment) {
    self.init(languages: environment.languages, environment)
    cache = environment.pictureCache
  }
}
