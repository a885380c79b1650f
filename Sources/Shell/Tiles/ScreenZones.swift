import Configuration
import RotundaGeometry

/// The zones of the screen: header, tiles, the text of the selected tile, and the indicator.
///
/// Zones never overlap, for all sizes of screen and text. Tiles shrink first, down to a least height. Then
/// the text becomes shorter, and finally moves onto its tile. Heights are in points from the upper edge.
struct ScreenZones {
  /// The lower edge of the header; 0 without one.
  private(set) var headerBottom = 0.0
  /// The room of the tiles: the rest between the header and everything below the tiles.
  private(set) var tiles = 0.0...0.0
  /// The zone of the selected tile's text; nil if it is on the tile.
  private(set) var details: ClosedRange<Double>?
  /// The number of lines of the description.
  private(set) var descriptionLines = 0
  /// The number of lines below each tile's name, for captions, and their room; nil without captions.
  private(set) var captionLines: Int?
  private(set) var captions: ClosedRange<Double>?
  /// Whether the layout has rows for kicker and meta.
  private(set) var (hasKicker, hasMeta) = (false, false)
  /// The middle of the indicator in a row below everything, the upper edge of its touch area, and its
  /// greatest length: 0 without room.
  private(set) var indicator = 0.0
  private(set) var indicatorTop = 0.0
  private(set) var indicatorRoom = 0.0
  /// Whether the indicator has a row of its own.
  private(set) var hasIndicatorRow = true
  /// The row of controls at the lower edge; nil without controls.
  private(set) var foot: ClosedRange<Double>?
  /// The text and the tiles from left to right, if they stand side by side; nil if the text is below the
  /// tiles.
  private(set) var columns: (text: ClosedRange<Double>, tiles: ClosedRange<Double>)?
  /// The height of the selected tile's picture from the screen's upper edge; 0 without one.
  private(set) var pictureShare = 0.0
  /// Whether that picture is behind the text, above a row of tiles.
  private(set) var hasStage = false

  /// The contents to place.
  struct Content: Hashable {
    var hasHeader = false
    /// Whether the date has its own row.
    var hasDateRow = false
    /// The lower end of the touch area of buttons in the header's row; 0 without such buttons.
    var headerReach = 0.0
    var hasIndicator = false
    /// The row of controls at the lower edge, if any.
    var foot: ClosedRange<Double>?
    /// Whether that row has a folder's way back.
    var hasWayBack = false
    /// Whether that row has other buttons.
    var hasButtons = false
    /// The room between the controls of that row, around the middle: outside a folder, and in one.
    var gapOfFoot = 0.0
    var gapOfFootInFolder = 0.0
    /// The least length of the indicator, and the thickness of its touch area.
    var indicatorLength = 0.0
    var target = 0.0
    var wantsDetails = false
    /// Whether the text of each tile should stand below it.
    var wantsCaptions = false
    /// Whether a tile has words above its name, and below its description.
    var hasKicker = false
    var hasMeta = false
    /// Whether to show the selected tile's picture above the tiles of an upright screen.
    var wantsPicture = false
    /// Whether to show it also on screens that are not upright.
    var wantsStage = false
    /// Whether the text should stand beside the tiles if the screen is wide enough: for vertical tiles or a
    /// single one.
    var wantsColumns = false
    /// The margin of the screen, in heights of usual letters.
    var margin = 1.2
  }

  /// The share of the screen's height to which tiles shrink before the text of the selected one gives way.
  private static let leastTiles = 0.44
  /// The share of the screen's height to which tiles shrink before the indicator gives way, and the least
  /// share that a message leaves them.
  private static let (smallestTiles, leastBesideMessage) = (0.3, 0.2)
  /// The height of a one-line message at the lower edge, in heights of letters.
  static let messageRows = 4.5
  /// The heights of the header's rows and of the text's rows, in heights of letters.
  static let (headerRow, dateRow) = (2.0, 1.3)
  static let (nameRow, descriptionRow) = (2.5, 1.4)
  static let (kickerRow, metaRow) = (1.1, 1.2)
  /// On upright screens with a picture, as shares of the height: the picture, the end of the text, and the
  /// greatest height of tiles. All targets are in the lower 40 %, in reach from a wheelchair (EN 301 549,
  /// 8.3).
  private static let (pictureShare, textEnd, rowHeight) = (0.6, 0.6, 0.26)
  /// The same on other screens with a picture, and the least distance of tiles from the upper edge. All are
  /// shares of the height.
  private static let (stagePicture, stageRow, stageTop) = (0.86, 0.3, 0.56)
  /// The end of the text column and the beginning of the tile column, as shares of the width, and the number
  /// of description lines there.
  private static let (textColumn, tileColumn, columnLines) = (0.33, 0.36, 6)
  /// The least height of columns, as a share of the screen's. Less has no room for a button below the text.
  private static let leastColumn = 0.5
  /// The gap between tiles and the contents above and below them, in heights of usual letters.
  private static let gap = 1.1
  /// The height of the indicator's row, in heights of usual letters.
  private static let indicatorRow = 0.9

  /// Creates empty zones, for no screen.
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
    // The touch area of the indicator reaches beyond its row.
    if content.hasIndicator, details == nil, captions == nil, indicatorTop < bottom {
      // On the smallest screens the indicator gives way.
      indicatorTop = min(bottom, max(indicatorTop, top + height * Self.smallestTiles))
      bottom = indicatorTop
    }
    if content.wantsDetails, details == nil, captions == nil {
      bottom = clearOfMessage(bottom, letters: letters, height, from: top)
    }
    tiles = top...max(top, bottom)
  }

  /// Places each tile's text below it, in as many lines as leave the tiles enough room.
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

  /// Returns the height of the rows above the name and below the description, in heights of letters.
  private static func furtherRows(_ content: Content, _ metrics: Metrics) -> Double {
    (content.hasKicker ? metrics.row(kickerRow, of: TileDetails.furtherSize) : 0)
      + (content.hasMeta ? metrics.row(metaRow, of: TileDetails.furtherSize) : 0)
  }

  /// Places the indicator in the row of the controls if it fits between them, and otherwise in its own row.
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
      // The screen has room for the controls only.
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

  /// Returns the lower end of tiles above a one-line message, as long as the tiles keep enough room.
  private func clearOfMessage(
    _ bottom: Double, letters: Double, _ height: Double, from top: Double
  ) -> Double {
    min(
      bottom,
      max((foot?.lowerBound ?? height) - letters * Self.messageRows, top + height * Self.leastBesideMessage))
  }

  var tileRoom: Double { tiles.upperBound - tiles.lowerBound }
}
