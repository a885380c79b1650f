import CarouselEngine
import Gestures

extension ConfigurationKey {
  /// Every key, in the order in which they are documented.
  public static let all: [ConfigurationKey] =
    CarouselField.all.map(\.key) + [
      placeholder, keyframeOffset, keyframePosition, keyframeRotation, keyframeScale, keyframeOpacity,
    ] + decoration
    + GestureTrigger.all.map(\.key) + [
      axisPolicy, coneAngle, velocityEstimator, resampling, globalTouch,
    ] + Thresholds.fields.map(\.key) + [
      stripEnabled, stripEdge, stripThickness, stripHandle,
    ] + theme + [textureMemory] + background + header + [
      backTile, speech, sounds, contact,
    ] + kioskPrograms + admin + access + time + [
      browserCommand
    ] + control + [
      shelfName,
      id, name, description, size, aspect, icon, picture, pictureFit, tileColor, badge, back, backIcon,
      doubleSided, run,
      environment, workingDirectory, desktopEntry, url, allow, tiles, page, pageDescription, pagePlace,
      action,
      onHome, tilePIN, visibleWhen, enabledWhen, buttons, list, off, startsOn, window,
      valueControl, range, step, choices, values, unit, value, valueFile, valueRun,
    ] + TileGesture.allCases.map(\.key) + programs

  /// The arrangement of the tiles.
  public static let layout = ConfigurationKey(
    .carousel, "layout", .choice(CarouselSettings.layouts.map(\.rawValue)), default: "\"cover-flow\"",
    "How the tiles are arranged: on a line, around a circle or an ellipse, on a drum or a wheel, fanned out, tilted to "
      + "both sides of the one in the middle, or in a queue into the distance. The inverted ones are seen from the "
      + "other side; custom is whatever the keyframes below [[carousel.keyframe]] make of it.")

  /// Which way the carousel turns.
  public static let orientation = ConfigurationKey(
    .carousel, "orientation", .choice(CarouselSettings.Orientation.allCases.map(\.rawValue)),
    default: "\"horizontal\"",
    "Whether the tiles go left and right, or up and down.")

  /// Whether the last tile is followed by the first.
  public static let wrap = ConfigurationKey(
    .carousel, "wrap", .boolean, default: "true",
    "Whether the last tile is followed by the first, so that the carousel turns for ever and a visitor meets no end. "
      + "One of one or two tiles ends at both sides all the same.")

  /// Distance between neighbours.
  public static let spacing = ConfigurationKey(
    .carousel, "spacing", .number(CarouselSettings.spacingRange),
    otherwise:
      "0.7 in the cover flows, 1.35 in the rotary layouts, 1.1 in linear and cylinders, 1.22 in wheels and radial, 1 in "
      + "the others",
    example: "0.5",
    "The distance from the middle of one tile to the middle of the next, in tile sizes. More than 1 leaves a gap, less lets "
      + "them overlap.")

  /// Extent of a tile.
  public static let tileSize = ConfigurationKey(
    .carousel, "tile-size", .size(CarouselSettings.tileSizeRange), otherwise: "derived from the screen",
    example: "[320, 400]",
    "How wide and how high a tile is, in points: pixels divided by the screen's scale. Without it the tiles are made to "
      + "suit the screen they are on. Of several shelves, tiles that would leave no room for the next shelf are made smaller."
  )

  /// What a tile is called by others.
  public static let id = ConfigurationKey(
    .tile, "id", .identifier, otherwise: "the desktop entry's id, the name or the program",
    example: "\"plan\"",
    "What other parts of the configuration call the tile by: open:plan opens this one. No two tiles may have the same."
  )

  /// What becomes of a tile's program when its visitor goes home.
  public static let onHome = ConfigurationKey(
    .tile, "on-home", .choice(Tile.OnHome.allCases.map(\.rawValue)), default: "\"close\"",
    "What becomes of the program when its visitor goes home: it is closed, or kept running out of sight until somebody "
      + "opens the tile again. A compositor that cannot raise windows keeps one program at most.")

  /// What is written on a tile.
  public static let name = ConfigurationKey(
    .tile, "name", .text, otherwise: "the desktop entry's name, or the program's",
    example: "\"Floor plan\"",
    "What is written on the tile: a text, or a table of texts by their languages, such as "
      + "name = { en = \"Floor plan\", de = \"Lageplan\" }. See Translations.")

  /// The picture on a tile.
  public static let icon = ConfigurationKey(
    .tile, "icon", .icon,
    otherwise:
      "the desktop entry's icon, small ones of what is in a folder, or the first letters of the name",
    example: "\"map.svg\"",
    "The picture on the tile. With a slash or with the ending of a picture file it is a path: absolute, below the home "
      + "directory (~/), or relative to the directory of the configuration file. With https:// it is an address, which is "
      + "fetched in the background and kept, so that it is seen without a network too. Anything else is the name of an icon "
      + "in the icon theme.")

  /// What is written on the back of a tile.
  public static let back = ConfigurationKey(
    .tile, "back", .text, otherwise: "a bare card",
    example: "\"Ground floor and first floor\"",
    "What is written on the back of the tile, which is seen where a layout turns tiles away from the visitor: on the "
      + "far side of a cylinder or an ellipse of many tiles. Translated like name.")

  /// The picture on the back of a tile.
  public static let backIcon = ConfigurationKey(
    .tile, "back-icon", .icon, otherwise: "none", example: "\"map-back.svg\"",
    "The picture on the back of the tile, named like icon. Alone it is enough for a back of its own.")

  /// Whether the back of a tile is drawn.
  public static let doubleSided = ConfigurationKey(
    .tile, "double-sided", .boolean, default: "true",
    "Whether the tile is seen from behind where a layout turns it away. Without, it is invisible there.")

  /// The program that a tile starts.
  public static let run = ConfigurationKey(
    .tile, "run", .command,
    example: "[\"evince\", \"--fullscreen\", \"/srv/plan.pdf\"]",
    "The program that a tap starts, and its arguments: a list of words. No shell sees them. They go to the program as they "
      + "stand here; ~, *, $HOME and quotes within a word mean nothing special. A program without a slash is looked for in "
      + "PATH.")

  /// Variables for a tile's program.
  public static let environment = ConfigurationKey(
    .tile, "environment", .environment, default: "{}",
    example: "{ LANG = \"de_DE.UTF-8\" }",
    "Variables that are set for the program, on top of the launcher's own: environment = { LANG = \"de_DE.UTF-8\" }."
  )

  /// Where a tile's program starts.
  public static let workingDirectory = ConfigurationKey(
    .tile, "working-directory", .directory, otherwise: "the desktop entry's Path, or the launcher's own",
    example: "\"/srv\"",
    "The directory in which the program starts: absolute, below the home directory (~/), or relative to the directory of "
      + "the configuration file.")

  /// The desktop entry that a tile starts.
  public static let desktopEntry = ConfigurationKey(
    .tile, "desktop-entry", .desktopEntry,
    example: "\"org.gnome.Calculator\"",
    "The installed application that a tap starts, instead of run: the id of its desktop entry, with or without "
      + ".desktop, or the absolute path of the file. Name and icon come from there where the tile has none.")
}
