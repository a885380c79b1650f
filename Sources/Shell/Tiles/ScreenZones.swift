import Configuration
import RotundaGeometry

/// The zones of the screen: header, tiles, the text of the selected tile, and the indicator.
///
/// Zones never overlap, for all sizes of screen and text. Tiles shrink first, down to a least height. Then
/// the text becomes shorter, and at last moves onto its tile. Heights are in points from the upper edge.
struct ScreenZones {
  /// The lower edge of the header; 0 without one.
  private(set) var headerBottom = 0.0
  /// The room of the tiles: all that is left between the header and what stands below.
  private(set) var tiles = 0.0...0.0
  /// The zone of the selected tile's text; nil if it is on the tile.
  private(set) var details: ClosedRange<Double>?
  /// How many lines its description has.
  private(set) var descriptionLines = 0
  /// The lines below each tile's name, for captions, and their room; nil without captions.
  private(set) var captionLines: Int?
  private(set) var captions: ClosedRange<Double>?
  /// Whether there are rows for kicker and meta.
  private(set) var (hasKicker, hasMeta) = (false, false)
  /// The middle of the indicator in a row below everything, the upper edge of what a finger hits of it, and
  /// how long it may be: 0 where there is no room for it.
  private(set) var indicator = 0.0
  private(set) var indicatorTop = 0.0
  private(set) var indicatorRoom = 0.0
  /// Whether nothing else stands in its row.
  private(set) var hasIndicatorRow = true
  /// The row of controls at the lower edge; nil where nothing stands there.
  private(set) var foot: ClosedRange<Double>?
  /// From left to right, where text and tiles stand beside one another; nil where the text is below the
  /// tiles.
  private(set) var columns: (text: ClosedRange<Double>, tiles: ClosedRange<Double>)?
  /// The height of the selected tile's picture from the screen's upper edge; 0 without one.
  private(set) var pictureShare = 0.0
  /// Whether that picture is behind the text, with the tiles in a row below.
  private(set) var hasStage = false

  /// What is to be placed.
  struct Content: Hashable {
    var hasHeader = false
    /// Whether the date stands in a row of its own.
    var hasDateRow = false
    /// Down to where fingers hit buttons in the header's row; 0 without such buttons.
    var headerReach = 0.0
    var hasIndicator = false
    /// The row of controls at the lower edge, where there are any.
    var foot: ClosedRange<Double>?
    /// Whether a folder has its way back there.
    var hasWayBack = false
    /// Whether anything else stands there.
    var hasButtons = false
    /// The room between what stands there, around the middle: as it is, and in a folder.
    var gapOfFoot = 0.0
    var gapOfFootInFolder = 0.0
    /// The least length of the indicator, and the thickness of its target.
    var indicatorLength = 0.0
    var target = 0.0
    var wantsDetails = false
    /// Whether the text of each tile is to stand below it.
    var wantsCaptions = false
    /// Whether a tile has words above its name, or below its description.
    var hasKicker = false
    var hasMeta = false
    /// Whether the selected tile's picture is to be seen above the tiles of an upright screen.
    var wantsPicture = false
    /// Whether it is to be seen on screens that are not upright, too.
    var wantsStage = false
    /// Whether the text is to stand beside the tiles, where the screen is wide enough: tiles that go up and
    /// down, or a single one.
    var wantsColumns = false
    /// The free edge of the screen, in heights of usual letters.
    var margin = 1.2
  }

  /// The least height of tiles, as a part of the screen's, before the text of the selected one gives way.
  private static let leastTiles = 0.44
  /// The least height of tiles, as a part of the screen's, before the indicator gives way, and that which a
  /// message leaves them.
  private static let (smallestTiles, leastBesideMessage) = (0.3, 0.2)
  /// What a message of one line takes of the lower edge, in heights of letters.
  static let messageRows = 4.5
  /// The heights of the header's rows and of the text, in heights of letters.
  static let (headerRow, dateRow) = (2.0, 1.3)
  static let (nameRow, descriptionRow) = (2.5, 1.4)
  static let (kickerRow, metaRow) = (1.1, 1.2)
  /// On upright screens with a picture: the height of the picture, the end of the text, and the largest
  /// height of tiles. All targets are in the lower 40 %, in reach from a wheelchair (EN 301 549, 8.3).
  private static let (pictureShare, textEnd, rowHeight) = (0.6, 0.6, 0.26)
  /// The same on other screens.
  private static let (stagePicture, stageRow, stageTop) = (0.86, 0.3, 0.56)
  /// Where the column of text ends and that of tiles begins, as parts of the width, and how many lines a
  /// description has there.
  private static let (textColumn, tileColumn, columnLines) = (0.33, 0.36, 6)
  /// The least height of columns, as a part of the screen's: less has no room for a button below the text.
  private static let leastColumn = 0.5
  /// Between tiles and what stands above and below them, in heights of usual letters.
  private static let gap = 1.1
  /// The height of the indicator's row.
  private static let indicatorRow = 0.9

  /// No screen.
  init() {}

  init(_ metrics: Metrics, _ content: Content) {
    let (unit, letters, height) = (metrics.plainFontSize, metrics.fontSize, metrics.size.height)
    let margin = min(unit * content.margin, height / 12)
    if content.hasHeader {
      let rows = Self.headerRow + (content.hasDateRow ? Self.dateRow : 0)
      headerBottom = min(max(margin + letters * rows, content.headerReach), height / 3)
    }
    let gap = unit * Self.gap
    var bottom = height - margin
    if let row = content.foot {
      foot = row
      bottom = row.lowerBound - gap * 0.6
    }
    let isUpright = height > metrics.size.width * Metrics.uprightShape
    let top = headerBottom > 0 ? headerBottom + gap * 0.5 : margin
    placeIndicator(content, metrics, isUpright: isUpright, below: top, above: &bottom)
    if content.wantsColumns, metrics.size.width > height * Metrics.uprightShape,
      bottom - top >= height * Self.leastColumn
    {
      let width = metrics.size.width
      let left = min(unit * content.margin, width / 24)
      columns = (left...width * Self.textColumn, width * Self.tileColumn...width - left - unit * Self.gap)
      (tiles, details, descriptionLines) = (top...max(top, bottom), top...max(top, bottom), Self.columnLines)
      return
    }
    if isUpright, content.wantsPicture, content.wantsDetails {
      let room = letters * (Self.nameRow + 2 * Self.descriptionRow + Self.furtherRows(content, metrics))
      let end = height * Self.textEnd
      if end - room > headerBottom + height * 0.15 {
        (details, descriptionLines, pictureShare) = ((end - room)...end, 2, Self.pictureShare)
        (hasKicker, hasMeta) = (content.hasKicker, content.hasMeta)
        bottom = clearOfMessage(bottom, letters: letters, height, from: end + gap)
        let middle = (end + gap + bottom) / 2
        let half = min(height * Self.rowHeight, bottom - end - gap) / 2
        tiles = (middle - half)...(middle + half)
        return
      }
    }
    if !isUpright, content.wantsStage, content.wantsPicture, content.wantsDetails {
      let row = max(bottom - height * Self.stageRow, height * Self.stageTop)
      let end = row - gap * 0.8
      let room = letters * (Self.nameRow + 2 * Self.descriptionRow + Self.furtherRows(content, metrics))
      if end - room > headerBottom + height * 0.1 {
        (details, descriptionLines) = ((end - room)...end, 2)
        (hasKicker, hasMeta) = (content.hasKicker, content.hasMeta)
        (pictureShare, hasStage, tiles) = (Self.stagePicture, true, row...bottom)
        return
      }
    }
    if content.wantsCaptions { placeCaptions(letters, below: top + height * Self.leastTiles, above: &bottom) }
    if content.wantsDetails, captions == nil {
      for (lines, hasAll) in [(2, true), (1, true), (1, false)] {
        let further = hasAll ? Self.furtherRows(content, metrics) : 0
        let room = letters * (Self.nameRow + Double(lines) * Self.descriptionRow + further)
        guard bottom - room - gap - top >= height * Self.leastTiles else { continue }
        details = (bottom - room)...bottom
        descriptionLines = lines
        (hasKicker, hasMeta) = (hasAll && content.hasKicker, hasAll && content.hasMeta)
        bottom -= room + gap
        break
      }
    }
    // What a finger hits of the indicator reaches beyond its row.
    if content.hasIndicator, details == nil, captions == nil, indicatorTop < bottom {
      // On the smallest screens it gives way.
      indicatorTop = min(bottom, max(indicatorTop, top + height * Self.smallestTiles))
      bottom = indicatorTop
    }
    if content.wantsDetails, details == nil, captions == nil {
      bottom = clearOfMessage(bottom, letters: letters, height, from: top)
    }
    tiles = top...max(top, bottom)
  }

  /// Each tile's text is below it, in as many lines as leave the tiles enough room.
  private mutating func placeCaptions(_ letters: Double, below top: Double, above bottom: inout Double) {
    for lines in [2, 1, 0] {
      let room =
        letters * (TileCaptions.gap + TileCaptions.nameRow + Double(lines) * TileCaptions.furtherRow)
      guard bottom - room >= top else { continue }
      (captions, captionLines) = ((bottom - room)...bottom, lines)
      bottom -= room
      return
    }
  }

  /// The heights of the rows above the name and below the description, in heights of letters.
  private static func furtherRows(_ content: Content, _ metrics: Metrics) -> Double {
    (content.hasKicker ? metrics.row(kickerRow, of: TileDetails.furtherSize) : 0)
      + (content.hasMeta ? metrics.row(metaRow, of: TileDetails.furtherSize) : 0)
  }

  /// In the row of the controls where that has room between them; else in a row of its own.
  private mutating func placeIndicator(
    _ content: Content, _ metrics: Metrics, isUpright: Bool, below top: Double, above bottom: inout Double
  ) {
    let (unit, height) = (metrics.plainFontSize, metrics.size.height)
    indicator = bottom
    indicatorRoom = metrics.size.width * 0.8
    guard content.hasIndicator else { return }
    let gap = unit * Self.gap * 0.6
    if let foot, !isUpright, content.gapOfFoot >= content.indicatorLength + content.target {
      indicator = (foot.lowerBound + foot.upperBound) / 2
      indicatorTop = indicator - content.target / 2
      indicatorRoom = content.gapOfFoot - content.target
      hasIndicatorRow = false
    } else if let foot, bottom - content.target - top < height * Self.smallestTiles {
      // There is room for the controls only.
      indicatorRoom = 0
      indicatorTop = foot.lowerBound
    } else if let foot {
      indicatorTop = foot.lowerBound - content.target
      indicator = indicatorTop + content.target / 2
      bottom = indicatorTop
    } else {
      indicator = bottom - unit * Self.indicatorRow / 2
      indicatorTop = min(indicator - content.target / 2, height - content.target)
      bottom -= unit * Self.indicatorRow + gap
    }
  }

  /// The lower end of tiles above a message of one line, as far as the tiles keep enough room.
  private func clearOfMessage(
    _ bottom: Double, letters: Double, _ height: Double, from top: Double
  ) -> Double {
    min(
      bottom,
      max((foot?.lowerBound ?? height) - letters * Self.messageRows, top + height * Self.leastBesideMessage))
  }

  var tileRoom: Double { tiles.upperBound - tiles.lowerBound }
}
