import Artwork
import FileSystem
import Freedesktop
import Logging
import Rendering

private let log = Log("preview")

/// `rotunda preview`: draws the launcher's screen, as its own renderer does, into a PNG file.
enum PreviewCommand {
  static func run(_ options: PreviewOptions) -> Int32 {
    let environment = ProcessEnvironment.current
    let content = ConfigurationSource(options.configuration, environment).read()
    do {
      let files = SystemFiles()
      let icons = IconLookup(
        files: files, directories: DataDirectories(environment: environment.variables))
      let languages = environment.languages(of: content.configuration)
      let stage = try OffscreenStage(languages: languages, icons: icons)
      let subject = PreviewSubject(
        content: content, options: options, languages: languages, words: environment.words(for: languages))
      let picture =
        try options.isContactSheet
        ? ContactSheet(subject).photograph(on: stage) : subject.photograph(on: stage)
      return write(picture, to: options.output)
    } catch let error as LaunchError {
      log.error("\(error)")
      return error.exitStatus
    } catch {
      log.error("\(error)")
      return ExitStatus.system
    }
  }

  private static func write(_ picture: Photograph, to path: String) -> Int32 {
    do throws(PNGFile.Failure) {
      try PNGFile(size: picture.size, pixels: picture.pixels).write(to: path)
      return ExitStatus.success
    } catch {
      log.error("\(path) could not be written: \(error)")
      return ExitStatus.system
    }
  }
}
