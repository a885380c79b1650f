import Configuration
import RotundaGeometry

/// Which part of the screen belongs to what: header, tiles, the text of the selected tile, and the indicator.
///
/// Zones never overlap, whatever the size of the screen and of the writing. Tiles give way first, down to a least height; then
/// the text of the selected tile becomes shorter, and at last goes back onto its tile. Heights are in points from the upper edge.
struct ScreenZones {
  /// The lower edge of the header; 0 where nothing stands there.
  private(set) var headerBottom = 0.0
  /// The room of the tiles: all that is left between the header and what stands below.
  private(set) var tiles = 0.0...0.0
  /// The room of the selected tile's text; nil where that stands on the tile.
  private(set) var details: ClosedRange<Double>?
  /// How many lines its description has.
  private(set) var descriptionLines = 0
  /// The middle of the indicator in a row below everything.
  private(set) var indicator = 0.0
  /// From left to right, where text and tiles stand beside one another; nil where the text is below the tiles.
  private(set) var columns: (text: ClosedRange<Double>, tiles: ClosedRange<Double>)?
  /// How much of the screen, from its upper edge on, the picture of the selected tile fills; 0 where it does not.
  private(set) var pictureShare = 0.0

  /// What is to be placed.
  struct Content: Hashable {
    var hasHeader = false
    /// Whether the date stands in a row of its own.
    var hasDateRow = false
    var hasIndicator = false
    var wantsDetails = false
    /// Whether the selected tile's picture is to be seen above the tiles of an upright screen.
    var wantsPicture = false
    /// Whether the text is to stand beside the tiles, where the screen is wide enough: tiles that go up and down, or a single one.
    var wantsColumns = false
    /// The free edge of the screen, in heights of usual letters.
    var margin = 1.2
  }

  /// The least height of tiles, as a part of the screen's, before the text of the selected one gives way.
  private static let leastTiles = 0.44
  /// What a message of one line takes of the lower edge, in heights of letters, and the part of the screen's height that is left to
  /// tiles all the same.
  private static let (messageRows, smallestTiles) = (4.5, 0.2)
  /// The heights of the header's rows and of the text, in heights of letters.
  static let (headerRow, dateRow) = (2.0, 1.3)
  static let (nameRow, descriptionRow) = (2.5, 1.4)
  /// On upright screens with a picture: how much of the height that fills, where the text ends, and how high tiles are at most.
  /// All that is touched is within the lower 40 %, in reach from a wheelchair (EN 301 549, 8.3).
  private static let (pictureShare, textEnd, rowHeight) = (0.6, 0.6, 0.26)
  /// Where the column of text ends and that of tiles begins, as parts of the width, and how many lines a description has there.
  private static let (textColumn, tileColumn, columnLines) = (0.33, 0.36, 6)
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
      headerBottom = min(margin + letters * rows, height / 3)
    }
    let gap = unit * Self.gap
    let top = headerBottom > 0 ? headerBottom + gap * 0.5 : margin
    var bottom = height - margin
    if content.hasIndicator {
      indicator = bottom - unit * Self.indicatorRow / 2
      bottom -= unit * Self.indicatorRow + gap * 0.6
    } else {
      indicator = bottom
    }
    let isUpright = height > metrics.size.width * Metrics.uprightShape
    if content.wantsColumns, metrics.size.width > height * Metrics.uprightShape {
      let width = metrics.size.width
      let left = min(unit * content.margin, width / 24)
      columns = (left...width * Self.textColumn, width * Self.tileColumn...width - left - unit * Self.gap)
      (tiles, details, descriptionLines) = (top...max(top, bottom), top...max(top, bottom), Self.columnLines)
      return
    }
    if isUpright, content.wantsPicture, content.wantsDetails {
      let room = letters * (Self.nameRow + 2 * Self.descriptionRow)
      let end = height * Self.textEnd
      if end - room > headerBottom + height * 0.15 {
        (details, descriptionLines, pictureShare) = ((end - room)...end, 2, Self.pictureShare)
        bottom = clearOfMessage(bottom, letters: letters, height, from: end + gap)
        let middle = (end + gap + bottom) / 2
        let half = min(height * Self.rowHeight, bottom - end - gap) / 2
        tiles = (middle - half)...(middle + half)
        return
      }
    }
    if content.wantsDetails {
      for lines in [2, 1] {
        let room = letters * (Self.nameRow + Double(lines) * Self.descriptionRow)
        guard bottom - room - gap - top >= height * Self.leastTiles else { continue }
        details = (bottom - room)...bottom
        descriptionLines = lines
        bottom -= room + gap
        break
      }
    }
    if content.wantsDetails, details == nil {
      bottom = clearOfMessage(bottom, letters: letters, height, from: top)
    }
    tiles = top...max(top, bottom)
  }

  /// Where tiles end so that a message of one line stands below them, as far as that leaves them enough.
  private func clearOfMessage(
    _ bottom: Double, letters: Double, _ height: Double, from top: Double
  ) -> Double {
    min(bottom, max(height - letters * Self.messageRows, top + height * Self.smallestTiles))
  }

  var tileRoom: Double { tiles.upperBound - tiles.lowerBound }
}
