import Configuration

/// How dates and times of day are written in a language: kiosks often have no locale but C.
///
/// Names and orders are those of Unicode's CLDR 44 (formats `EEEEdMMMM`, `EEEEdMMMMy`, `jm`).
struct CalendarWords: Hashable {
  private let language: String
  private let region: String?

  /// The languages that are known.
  static let languages = ["en", "de", "fr", "es", "ar", "zh", "ja"]

  /// Of `languages`, best first, the first one that is known; else English.
  init(_ languages: [String]) {
    let tags = languages.compactMap { LanguageTag($0)?.subtags }
    let known = tags.first { $0.first.map(Self.languages.contains) == true } ?? ["en"]
    language = known[0]
    region = known.dropFirst().first { $0.utf8.count == 2 }
  }

  /// The day of the week, of the month, the month and, if wanted, the year.
  func date(_ time: WallTime, withYear: Bool) -> String {
    let month = Self.name(time.month - 1, of: Self.months[language])
    let weekday = Self.name(time.weekday, of: Self.weekdays[language])
    let (day, year) = (time.day, time.year)
    switch language {
    case "de": return "\(weekday), \(day). \(month)" + (withYear ? " \(year)" : "")
    case "fr": return "\(weekday) \(day == 1 ? "1er" : "\(day)") \(month)" + (withYear ? " \(year)" : "")
    case "es": return "\(weekday), \(day) de \(month)" + (withYear ? " de \(year)" : "")
    case "ar": return "\(weekday)، \(day) \(month)" + (withYear ? " \(year)" : "")
    case "zh", "ja": return (withYear ? "\(year)年" : "") + "\(time.month)月\(day)日 \(weekday)"
    default:
      return region == "us"
        ? "\(weekday), \(month) \(day)" + (withYear ? ", \(year)" : "")
        : "\(weekday) \(day) \(month)" + (withYear ? " \(year)" : "")
    }
  }

  /// Hour and minute.
  func clock(_ time: WallTime, _ style: HeaderSettings.Clock) -> String {
    let minute = time.minute < 10 ? "0\(time.minute)" : "\(time.minute)"
    let isTwelve = style == .hours12 || (style == .auto && usesTwelveHours)
    guard isTwelve else {
      let pads = !(language == "es" || language == "ja") && time.hour < 10
      return "\(pads ? "0" : "")\(time.hour):\(minute)"
    }
    let text = "\((time.hour + 11) % 12 + 1):\(minute)"
    let half = Self.halves[language].map { time.hour < 12 ? $0.morning : $0.evening } ?? ""
    return language == "zh" || language == "ja" ? half + text : "\(text)\u{202F}\(half)"
  }

  private var usesTwelveHours: Bool {
    switch language {
    case "ar": true
    case "en": ["us", "ca", "au", "nz", "in", "ph"].contains(region)
    case "es": ["mx", "co", "us", "ve", "do"].contains(region)
    default: false
    }
  }

  private static func name(_ index: Int, of names: [String]?) -> String {
    guard let names, names.indices.contains(index) else { return "" }
    return names[index]
  }

  private static let halves: [String: (morning: String, evening: String)] = [
    "en": ("AM", "PM"), "de": ("AM", "PM"), "fr": ("AM", "PM"), "es": ("a. m.", "p. m."), "ar": ("ص", "م"),
    "zh": ("上午", "下午"), "ja": ("午前", "午後"),
  ]

  private static let months: [String: [String]] = [
    "en": [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
      "November", "December",
    ],
    "de": [
      "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
      "November", "Dezember",
    ],
    "fr": [
      "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
      "novembre", "décembre",
    ],
    "es": [
      "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
      "noviembre", "diciembre",
    ],
    "ar": [
      "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر",
      "ديسمبر",
    ],
  ]

  private static let weekdays: [String: [String]] = [
    "en": ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
    "de": ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"],
    "fr": ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"],
    "es": ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"],
    "ar": ["الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"],
    "zh": ["星期日", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六"],
    "ja": ["日曜日", "月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日"],
  ]
}
