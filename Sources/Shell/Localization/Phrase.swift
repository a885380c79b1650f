/// Everything that the launcher itself writes on the screen, in English, which is also what catalogs know it
/// by.
///
/// `%s` stands for what is filled in; where there are several, `%1$s` and `%2$s`, so that translations can
/// change their order. What depends on a number is a `CountedPhrase`.
package enum Phrase: String, CaseIterable, Sendable {
  // Programs
  case cannotBeOpened = "“%s” cannot be opened"
  case hasStopped = "“%s” has stopped"
  case command = "Command: %s"
  case opening = "Opening “%s” …"
  case runsWithoutLimits = "“%s” is running without its limits"
  case hasEndedWithFault = "“%s” closed with an error"
  case timeIsUp = "The time for “%s” is up"
  case takesLonger = "“%s” is taking longer than usual …"
  case wasClosed = "“%s” was closed"
  case notAvailable = "“%s” is not available now"
  case notAvailableNow = "Not available now"
  case unknownCode = "This code opens nothing here"
  case tryAnotherCode = "Please try another code, or ask a member of staff."
  case scanCode = "Scan a code to open “%s”"
  /// On a tile: a time of day.
  case availableFrom = "From %s"
  /// On a tile: a day of the week that is not today.
  case availableOn = "Opens %s"
  /// On a tile.
  case tileOutOfOrder = "Out of order"
  case tryAgain = "Try again"
  case stillHere = "I'm still here"

  // While the screen is idle
  case touchToBegin = "Touch to begin"
  case swipe = "Swipe"

  // Why a program did not start
  case programNotFound = "The program was not found."
  case programNotExecutable = "The program is not executable."
  case workingDirectoryFails = "The working directory %s cannot be entered."
  case needsNetwork = "It needs a network connection, and there is none."
  case systemRefused = "The system refused to start it: %s."
  case fileCannotBeRead = "The file “%s” cannot be read."
  case noBrowser = "There is no browser on this machine."
  case entryCannotBeUsed = "The application's desktop entry cannot be used: %s."

  // In a browser, in the place of what is refused
  case pageRefused = "This page cannot be opened here"
  case staysOnSite = "This screen shows only its own pages. The link leads to another site."

  // The same, and how a program ended, in a visitor's words
  case notSetUp = "It is not set up correctly."
  case pleaseTell = "Please tell a member of staff."
  case tryAgainOrTell = "If the problem continues, please ask a member of staff."
  case somethingWentWrong = "Something went wrong."
  case crashed = "It closed unexpectedly."
  case crashedWithReport = "It closed unexpectedly. A report was saved for repair."
  case endedFromOutside = "Another program on this machine closed it."
  case perhapsNotEnoughMemory = "The system closed it, perhaps because memory was low."

  // How a program ended
  case exitStatus = "It ended with exit status %s."
  case signal = "Signal %s ended it."
  case signalWithCore = "Signal %s ended it and a core file was written."
  case notEnoughMemory = "It was closed because memory was low."
  case killedInShortage =
    "Signal %s ended it. Memory was low while it ran, and the kernel ended a process: perhaps this one."
  case hangup
  case interrupted
  case quit
  case illegalInstruction = "illegal instruction"
  case traceTrap = "trace trap"
  case gaveUp = "it gave up"
  case busError = "bus error"
  case arithmeticError = "arithmetic error"
  case killed
  case invalidMemoryAccess = "invalid memory access"
  case brokenPipe = "broken pipe"
  case timer
  case toldToEnd = "told to end"
  case processorTimeLimit = "CPU time limit"
  case fileSizeLimit = "file size limit"
  case forbiddenSystemCall = "forbidden system call"

  // The console, while the kiosk does not start
  case outOfOrder = "This screen is out of order"
  case softwareIsMissing = "Some of its software is missing."
  case screenIsNotGiven = "The computer cannot use its screen."
  case graphicsCardNotFound = "The computer cannot find its graphics card."
  case pictureStoodStill = "Its picture froze several times."
  case programDoesNotStart = "Its program does not start."
  case triesByItself = "It keeps trying by itself."
  case codeForOperator = "Please mention this code: %s"

  // Screens that stand for the tiles
  case isBeingSetUp = "This screen is being set up"
  case readySoon = "It will be ready soon."
  case closedNow = "We are closed now"
  case opensAt = "We open at %s"
  case opensTomorrow = "We open tomorrow at %s"
  /// Day of the week, time of day.
  case opensOn = "We open on %1$s at %2$s"
  case noConnection = "No network connection"
  case opensWhenConnected = "“%s” will open again when the connection is back."

  // The machine
  case switchingOff = "Switching off …"
  case startingAgain = "Restarting …"
  case goingToSleep = "Going to sleep …"
  case cannotSwitchOff = "The machine cannot be switched off"
  case cannotStartAgain = "The machine cannot be restarted"
  case cannotSleep = "The machine cannot go to sleep"
  case powerNotAllowed = "The configuration does not allow it: power-actions."

  // The visitor
  case stillThere = "Are you still there?"

  // The PIN
  case pin = "PIN"
  case pinFor = "PIN for “%s”"
  case pinForSystem = "PIN for the system page"
  case lockedByPIN = "Locked. Enter the PIN to continue."
  case wrongPIN = "Wrong PIN."
  case pinsAreBroken = "PINs cannot be checked now. See the journal."
  case enterPIN = "OK"
  case noPIN = "No PIN is set"
  case wrongPINEntered = "A wrong PIN was entered"
  case pinNotChecked = "A PIN could not be checked"

  // The configuration
  /// What stands before what a file's reader says: where, and then its own words.
  case errorAt = "Error in %1$s: %2$s"
  case warningAt = "Warning in %1$s: %2$s"
  case didYouMean = "%1$s, did you mean “%2$s”?"

  // The system's page
  case configuration = "Configuration"
  case noConfiguration = "No file was found."
  case compositor = "Compositor"
  case whatItOffers = "Features"
  case problemsOfConfiguration = "Problems in the configuration"
  case latestErrors = "Latest errors"
  /// Above a QR code that says what went wrong.
  case reportAsCode = "Report for a telephone"
  case noProblems = "None."
  case noneSinceStart = "None since the launcher started."
  case lastGoodIsShown = "Showing the last valid configuration until these are fixed."
  case justNow = "Just now"
  case machine = "Machine"
  case diskFree = "Disk: %1$s free of %2$s"
  case restartLauncher = "Restart launcher"
  case reloadSettings = "Reload settings"
  case touchTest = "Touch test"
  case setUpAgain = "Set up again"
  case restartMachine = "Restart machine"
  case leaveToConsole = "Leave to console"

  // What visitors can choose
  case language = "Language"
  case forEveryone = "For everyone"
  case smallerText = "Smaller text"
  case largerText = "Larger text"
  case percent = "%s%%"

  // The first run
  case setupHello = "Hello."
  case setupHelloDetail = "This screen is ready. Choose how to fill it."
  case setupHere = "Set up here"
  case setupHereDetail = "Language, look, tiles and PIN, by touch"
  case setupLook = "Just look"
  case setupLookAround = "See a demonstration"
  case setupNext = "Next"
  case setupSkip = "Skip"
  case setupFinish = "Finish"
  case setupLanguageTitle = "Choose a language"
  case setupNameTitle = "What is this place called?"
  case setupNameDetail = "The name or logo appears at the top of the screen."
  case setupName = "Name"
  case setupLogo = "Logo"
  case setupLogoTitle = "Choose a logo"
  case setupRemoveLogo = "Remove the logo"
  case setupNone = "None"
  case setupLookTitle = "Choose a look"
  case setupLookDetail = "You can change it at any time."
  case setupLookRow = "Look"
  case setupAsUsual = "Default"
  case setupTilesTitle = "What can visitors open?"
  case setupTilesDetail = "Add applications, web pages, pictures and texts."
  case setupApplication = "Application"
  case setupWebPage = "Web page"
  case setupFile = "Picture or text"
  case setupPicture = "Picture"
  case setupText = "Text"
  case setupApplicationsTitle = "Choose applications"
  case setupNoApplications = "No applications are installed."
  case setupAddressTitle = "Add a web page"
  case setupAddressDetail = "Visitors can open this site and no other."
  case setupAddress = "Address"
  case setupAddressName = "Name of the tile"
  case setupAdd = "Add"
  case setupNoAddress = "This is not the address of a web page."
  case setupFilesTitle = "Choose a picture or a text"
  case setupFilesDetail = "From a USB stick, or from the directory for pictures."
  case setupSearchAgain = "Look again"
  case setupSearching = "One moment …"
  case setupUnusable = "“%s” cannot be used."
  case setupHoursTitle = "Clock and opening hours"
  case setupHoursDetail = "Outside these hours, the screen says when you open."
  case setupClock = "Clock"
  case setupClockAuto = "Default for the language"
  case setupNoClock = "No clock"
  case setupClock24 = "24 hours"
  case setupClock12 = "12 hours"
  case setupDate = "Date"
  case setupEarlier = "Earlier"
  case setupLater = "Later"
  case setupAlwaysOpen = "Always open"
  case setupPINTitle = "Choose a PIN for staff"
  case setupPINDetail = "4 to 12 digits. Staff need it to change this screen."
  case setupPINAgain = "Enter the PIN again"
  case setupPINsDiffer = "The two PINs differ. Please choose one again."
  case setupPINIsSet = "A PIN is set."
  case setupWithoutPIN = "Without a PIN, staff cannot change this screen later."
  case setupSummaryTitle = "Is everything right?"
  case setupSummaryDetail = "Touch a line to change it."
  case setupSaving = "Saving …"
  case setupNoRight = "This kiosk is set up already, or the PIN was entered too long ago."
  case setupNotSaved = "The settings could not be saved: %s"

  // Forms
  case tileName = "Tile name"
  case never = "Never"
  case always = "Always"
  case notSet = "Not set"
  case automaticChoice = "Automatic"
  case automaticColor = "As in the theme"
  case otherColor = "Another color"
  case allOtherLanguages = "All other languages"
  case hoursFrom = "From"
  case hoursUntil = "Until"
  /// Buttons of a number; the name of the number.
  case less = "Less: %s"
  case more = "More: %s"

  // The editor
  case editScreen = "Edit this screen"
  case editLook = "Screen"
  case editTrial = "Try it"
  case editSave = "Save changes"
  case editSaved = "The changes are saved."
  case editUnsaved = "Some changes are not saved"
  case editGoOn = "Continue editing"
  case editDiscard = "Discard the changes"
  case editBack = "Back to editing"
  case editAdd = "Add a tile"
  case editTile = "Edit “%s”"
  case editMove = "Move “%s”"
  case editRemove = "Remove “%s”"
  case editFolder = "Open the folder"
  case undo = "Undo"
  case redo = "Redo"
  /// A file and a line.
  case isSetBy = "Set in %1$s, line %2$s"
  case isLockedBy = "Locked by %1$s, line %2$s"
  case setInFile = "Set in the configuration file"
  case saveNeedsPIN = "Not saved. Enter the PIN again, then save."
  case noAddress = "This is not a web address"
  case moveFirst = "To the beginning"
  case moveBack = "One place back"
  case moveOn = "One place forward"
  case moveLast = "To the end"
  /// A folder or a shelf.
  case moveInto = "To “%s”"
  case moveIntoNew = "Into a new folder"
  case addWebPage = "A web page"
  /// A tile that was removed.
  case addHidden = "Show “%s” again"
  case tileDescription = "Description"
  case tileOpens = "Opens"
  case tilePicture = "Picture of the tile"
  case tileFocus = "Always visible part of the picture"
  case tileBadge = "Label in the corner"
  case tileNeedsPIN = "Ask for the PIN"
  case tileMove = "Move to another place"
  case tileRestore = "Undo all changes to this tile"
  case tileRemove = "Remove this tile"
  case focusMiddle = "The middle"
  case focusTop = "The upper part"
  case focusBottom = "The lower part"
  case focusLeft = "The left part"
  case focusRight = "The right part"

  // Labels and values of keys
  case keyBrandName = "Name of the place"
  case keyLogo = "Logo of the place"
  case keyAccent = "Accent color"
  case keyTheme = "Theme"
  case keyTileStyle = "Tiles without a picture"
  case keyLayout = "Arrangement of the tiles"
  case keyOrientation = "Direction of the carousel"
  case keyTileSize = "Size of the tiles"
  case keyTitle = "Title at the top"
  case keyClock = "Time of day at the top"
  case keyDate = "Date at the top"
  case keyButtons = "Buttons for visitors"
  case keyBackground = "Picture in the background"
  case keyReturnHome = "Return to the beginning after"
  case keyAttract = "Attract visitors after"
  case keyBlank = "Screen off after"
  case keyScreenHours = "Hours of the screen"
  case keyOpeningHours = "Opening hours of the place"
  case keyTileHours = "Hours of the tile"
  case keySingleApp = "One program only"
  case keyLanguage = "Language of the screen"
  case keyRotation = "Screen rotation in degrees"
  case wordNone = "No"
  case word24Hours = "24-hour clock"
  case word12Hours = "12-hour clock"
  case wordShort = "Short form"
  case wordLong = "Long form"
  case wordHorizontal = "Side by side"
  case wordVertical = "One above the other"
  case wordCard = "Card"
  case wordPicture = "Picture from edge to edge"
  case layoutLinear = "Line"
  case layoutSpotlight = "Spotlight"
  case layoutRotary = "Carousel, from outside"
  case layoutInvertedRotary = "Carousel, from inside"
  case layoutCylinder = "Drum, from outside"
  case layoutInvertedCylinder = "Drum, from inside"
  case layoutWheel = "Wheel, from below"
  case layoutInvertedWheel = "Wheel, from above"
  case layoutCoverFlow = "Cover flow"
  case layoutCoverFlow2 = "Cover flow, turning"
  case layoutTimeMachine = "Time machine"
  case layoutInvertedTimeMachine = "Time machine, backward"
  case layoutRing = "Ring"
  case layoutScaledRing = "Ring, flat"
  case layoutEllipse = "Ellipse, from outside"
  case layoutInvertedEllipse = "Ellipse, from inside"
  case layoutRadial = "Fan"
  case layoutReceding = "Receding line"
  case layoutCustom = "Custom keyframes"

  // The keyboard on the screen
  case done = "Done"
  case shiftKey = "Shift"
  case letters = "Letters"
  case symbols = "Digits and signs"
  case otherKeyboard = "Other keyboard"
  case hideKeyboard = "Hide keyboard"
  case caretLeft = "Cursor left"
  case caretRight = "Cursor right"
  /// A letter that has variants with accents.
  case otherForms = "Other forms of %s"

  // The page that says how the launcher is used
  case help = "Help"
  case helpSwipe = "Swipe to see everything."
  case helpTap = "Tap something to open it."
  case helpClose = "Tap the cross to close a page."
  case helpKeys = "With a keyboard: arrow keys move, Enter opens, Escape goes back."
  case helpReturn = "After a while without a touch, the screen returns to the beginning."
  case helpStaff = "If you need help, please ask a member of staff."

  // Tiles without a name of their own
  case nothing = "Nothing"
  case home = "Home"
  case back = "Back"
  case nextShelf = "Next shelf"
  case previousShelf = "Previous shelf"
  case reload = "Reload"
  case system = "System"
  case lock = "Lock"
  case blank = "Screen off"
  case readAloud = "Read aloud"
  case sounds = "Sounds"
  case nextTile = "Next tile"
  case previousTile = "Previous tile"
  case open = "Open"
  case powerOff = "Switch off"
  case reboot = "Restart"
  case suspend = "Sleep"
  case highContrast = "High contrast"
  case lightColors = "Light colors"
  case darkColors = "Dark colors"
  case textSize = "Text size"
  case lessMotion = "Less motion"
  case mirrored = "Mirrored"
  case oneSwitch = "One switch"
  case steadyTouch = "Steady touch"
  case speechRate = "Speed of the voice"
  case speechPitch = "Pitch of the voice"
  case volume = "Loudness"
  case slower = "Slower"
  case faster = "Faster"
  case lower = "Lower"
  case higher = "Higher"
  case softer = "Softer"
  case louder = "Louder"
  case readOn = "Read on"
  case readBack = "Read back"
  case sayAgain = "Say again"
  case spell = "Spell"
  case whereAmI = "Where am I?"

  // What the highlight of one switch is on that is not seen otherwise
  case largerPicture = "Larger picture"
  case smallerPicture = "Smaller picture"
  case nextPicture = "Next picture"
  case previousPicture = "Previous picture"
  case scrollDown = "Scroll down"
  case scrollUp = "Scroll up"
  case leave = "Close"

  // What is only said
  case on = "On"
  case off = "Off"
  case position = "%1$s of %2$s"
  case folder = "Folder"
  case isRunning = "Running"
  case notResponding = "Not responding"
  case hasFailed = "Failed"
  case unavailable = "Not available"
  case asksForPIN = "Needs the PIN"
  case delete = "Delete"
  case digit = "Digit"
  /// The kind of an element.
  case roleGroup = "Group"
  case roleTile = "Tile"
  case roleButton = "Button"
  case roleKey = "Key"
  case roleSlider = "Slider"
  case roleSwitch = "Switch"
  case roleChoice = "Choice"
  case roleLink = "Link"
  /// A letter that is spelled.
  case space = "Space"
  /// After a headset was plugged in, and after the screen reader was turned on by touch.
  case howToListen =
    "Move a finger over the screen to hear what is there. Tap twice to open it. With keys, use the arrows and Enter."

  // The page for touchscreens
  case topLeft = "top left"
  case topRight = "top right"
  case bottomLeft = "bottom left"
  case bottomRight = "bottom right"
  case middle
  case close
  case contacts
  case mostAtOnce = "most at once"
  case touchRate = "touch rate"
  case toTheFrame = "to the frame"
  case gestures
  case keepHolding = "keep holding to close"
  case howToClose = "To close: Escape, or hold two opposite corners"
  case tap
  case doubleTap = "double tap"
  case tapWithFingers = "tap with %s fingers"
  case longPress = "long press"
  case longPressWithFingers = "long press with %s fingers"
  case longPressThenDrag = "long press, then drag %s"
  case dragTakenBack = "drag, canceled"
  case drag = "drag %s"
  case fling = "fling %s"
  case swipeWithFingers = "swipe %1$s with %2$s fingers"
  case swipeFromTop = "swipe from the top edge"
  case swipeFromBottom = "swipe from the bottom edge"
  case swipeFromLeft = "swipe from the left edge"
  case swipeFromRight = "swipe from the right edge"
  case turnBy = "turn by %s°"
  case pinchTo = "pinch to %s%%"
  case up
  case down
  case left
  case right

  // The demo
  case wholeScreen = "whole screen"
  case save
  case replace
  case keep
  case options
  case tiles = "Tiles"
  /// No value was chosen: the launcher finds one.
  case automatic = "auto"
  case willBeSaved = "for %s:"
  case replaceFile = "Replace %s?"
  case savedIn = "saved in %s"
  case notSaved = "not saved: %s"
  case tryItOut =
    "Turn the carousel with a finger, open a tile, and move the options. The picture changes at once. The cross beside a value resets it. Keys: Tab and arrows move, + and − change the number of tiles, r resets, w shows the whole screen, s saves, Escape closes."
  case floorPlan = "Floor plan"
  case exhibits = "Exhibits"
  case games = "Games"
  case openingHours = "Opening hours"
  case weather = "Weather"
  case guestBook = "Guest book"
  case radio = "Radio"
  case quiz = "Quiz"
  case films = "Films"
  case news = "News"
  case trains = "Trains"
  case recipes = "Recipes"
  case tileNumber = "Tile %s"
}

/// What the launcher writes with a number that decides its form.
package enum CountedPhrase: CaseIterable, Sendable {
  case startedAgain, touchToGoOn, problems, moreProblems, minutesAgo, hoursAgo, daysAgo
  case waitSeconds, waitMinutes, wrongInARow, upMinutes, upHours, upDays, digitsEntered, setupTileCount
  case seconds, minutes, hours

  /// The form for one, by which catalogs know it.
  package var one: String {
    switch self {
    case .startedAgain: "It restarts in %d second."
    case .touchToGoOn: "Touch the screen to continue. Otherwise this closes in %d second."
    case .problems: "The configuration has %d problem"
    case .moreProblems: "… and %d more, see the journal"
    case .minutesAgo: "%d minute ago"
    case .hoursAgo: "%d hour ago"
    case .daysAgo: "%d day ago"
    case .waitSeconds: "Please wait %d second, then try again."
    case .waitMinutes: "Please wait %d minute, then try again."
    case .wrongInARow: "%d wrong PIN in a row."
    case .upMinutes: "Up for %d minute"
    case .upHours: "Up for %d hour"
    case .upDays: "Up for %d day"
    case .digitsEntered: "%d digit entered"
    case .setupTileCount: "%d tile"
    case .seconds: "%d second"
    case .minutes: "%d minute"
    case .hours: "%d hour"
    }
  }

  /// The form for other numbers.
  package var other: String {
    switch self {
    case .startedAgain: "It restarts in %d seconds."
    case .touchToGoOn: "Touch the screen to continue. Otherwise this closes in %d seconds."
    case .problems: "The configuration has %d problems"
    case .moreProblems: "… and %d more, see the journal"
    case .minutesAgo: "%d minutes ago"
    case .hoursAgo: "%d hours ago"
    case .daysAgo: "%d days ago"
    case .waitSeconds: "Please wait %d seconds, then try again."
    case .waitMinutes: "Please wait %d minutes, then try again."
    case .wrongInARow: "%d wrong PINs in a row."
    case .upMinutes: "Up for %d minutes"
    case .upHours: "Up for %d hours"
    case .upDays: "Up for %d days"
    case .digitsEntered: "%d digits entered"
    case .setupTileCount: "%d tiles"
    case .seconds: "%d seconds"
    case .minutes: "%d minutes"
    case .hours: "%d hours"
    }
  }
}
