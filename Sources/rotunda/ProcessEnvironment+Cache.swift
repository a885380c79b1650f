nonisolated extension ProcessEnvironment {
  /// Where pictures from the network are kept, as the XDG base directory specification has it; nil where there is no home.
  var pictureCache: String? {
    let home = variables["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.cache" : nil }
    let wish = variables["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (wish ?? home).map { "\($0)/rotunda/pictures" }
  }
}
