import Configuration

/// Finds a pictogram for a name, or for an application.
enum GlyphWords {
  /// The least length of a word that matches the beginning or end of another, as in compounds.
  private static let leastPart = 4

  /// Returns the pictogram for a word of a name, in the languages of `table`; nil if no word is known.
  ///
  /// A whole word takes precedence over the end of a word, which is the subject of a German compound. An end
  /// takes precedence over a beginning, as in a plural. The longest match counts.
  static func glyph(for name: String) -> Glyph? {
    let words = folded(name).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let whole = words.compactMap { known[$0] ?? known[withoutArticle($0)] }
    // The audience of a tile says less than its kind.
    if let glyph = whole.first(where: { $0 != .people && $0 != .person }) ?? whole.first { return glyph }
    return words.compactMap(bestPart).max { $0.isWorse(than: $1) }.flatMap { known[$0.key] }
  }

  /// Returns the pictogram for an icon's name, such as `accessories-calculator` or `go-home`; nil if unknown.
  static func glyph(icon name: String) -> Glyph? {
    icons[name] ?? glyph(for: String(name.map { $0 == "-" || $0 == "_" || $0 == "." ? " " : $0 }))
  }

  /// Returns the pictogram for the categories of a desktop entry (Desktop Menu Specification); nil if no
  /// category says enough.
  static func glyph(categories names: [String]) -> Glyph? {
    for (name, glyph) in categories where names.contains(name) { return glyph }
    return nil
  }

  /// A known word that is part of another word.
  private struct Part {
    let rank: Int
    let key: String

    /// Of two equal ranks, the first word of the alphabet is the better.
    func isWorse(than other: Part) -> Bool { (rank, other.key) < (other.rank, key) }
  }

  /// Returns the known word that says most about a word.
  private static func bestPart(of word: String) -> Part? {
    let letters = Array(word)
    var best: Part?
    func consider(_ letters: ArraySlice<Character>, rank: Int, isJapanese: Bool) {
      let part = Part(rank: rank, key: String(letters))
      guard known[part.key] != nil, hasJapanese(part.key) == isJapanese else { return }
      if best?.isWorse(than: part) ?? true { best = part }
    }
    for count in leastPart..<max(leastPart, min(letters.count, longestKey + 1)) {
      consider(letters.suffix(count), rank: 100 + count, isJapanese: false)
      consider(letters.prefix(count), rank: count, isJapanese: false)
    }
    guard hasJapanese(word) else { return best }
    // Japanese has no spaces between words.
    for start in letters.indices {
      for end in start..<min(letters.count, start + longestKey) {
        consider(letters[start...end], rank: (end - start + 1) * 10, isJapanese: true)
      }
    }
    return best
  }

  /// Reports whether a text has Kana or Chinese characters.
  private static func hasJapanese(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.value >= 0x3040 }
  }

  /// Removes the Arabic article, which is written together with its noun.
  private static func withoutArticle(_ word: String) -> String {
    word.hasPrefix("ال") ? String(word.dropFirst(2)) : word
  }

  private static let plain: [Character: String] = {
    var plain: [Character: String] = ["ß": "ss", "æ": "ae", "œ": "oe", "أ": "ا", "إ": "ا", "آ": "ا"]
    for (letters, base) in [
      ("áàâäãå", "a"), ("éèêë", "e"), ("íìîï", "i"), ("óòôöõ", "o"), ("úùûü", "u"), ("ç", "c"), ("ñ", "n"),
    ] {
      for letter in letters { plain[letter] = base }
    }
    return plain
  }()

  /// Returns a name in small letters without accents.
  private static func folded(_ name: String) -> String {
    name.prefix(200).lowercased().reduce(into: "") { $0 += plain[$1] ?? String($1) }
  }

  private static let known: [String: Glyph] = {
    var known: [String: Glyph] = [:]
    for line in table.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard let glyph = Glyph(rawValue: String(parts[0])) else {
        preconditionFailure("there is no pictogram \(parts[0])")
      }
      for word in parts where known[folded(String(word))] == nil { known[folded(String(word))] = glyph }
    }
    return known
  }()

  private static let longestKey = known.keys.reduce(0) { max($0, $1.count) }

  /// Icons of the Icon Naming Specification whose words do not name a pictogram.
  private static let icons: [String: Glyph] = [
    "web-browser": .globe, "go-home": .home, "view-refresh": .reload, "preferences-desktop-locale": .language,
    "preferences-desktop-accessibility": .accessibility, "system-lock-screen": .lock,
    "help-contents": .question,
    "help-browser": .question, "audio-headphones": .headphones, "audio-volume-high": .sound,
    "system-shutdown": .power, "system-reboot": .reload, "system-suspend": .moon,
    "utilities-terminal": .terminal, "system-file-manager": .folder, "image-viewer": .picture,
    "multimedia-player": .video, "preferences-desktop": .settings, "preferences-system": .settings,
    "system-software-install": .download, "text-editor": .pen, "accessories-text-editor": .pen,
  ]

  /// The most specific categories first.
  private static let categories: [(String, Glyph)] = [
    ("Calculator", .calculator), ("Calendar", .calendar), ("Clock", .clock), ("TerminalEmulator", .terminal),
    ("WebBrowser", .globe), ("Email", .mail), ("Chat", .chat), ("InstantMessaging", .chat), ("Maps", .map),
    ("Photography", .camera), ("Music", .music), ("Player", .video), ("TV", .tv), ("Recorder", .microphone),
    ("BoardGame", .chess), ("LogicGame", .puzzle), ("CardGame", .dice), ("BlocksGame", .puzzle),
    ("SportsGame", .sport), ("KidsGame", .child), ("Game", .game), ("Astronomy", .planet),
    ("Chemistry", .science), ("Geography", .globe), ("History", .history), ("Languages", .language),
    ("Music", .music), ("Art", .paint), ("Science", .science), ("Education", .school),
    ("Spreadsheet", .chart), ("WordProcessor", .document), ("Presentation", .picture),
    ("TextEditor", .pen), ("RasterGraphics", .paint), ("VectorGraphics", .paint), ("Graphics", .picture),
    ("AudioVideo", .video), ("Audio", .sound), ("Video", .video), ("FileManager", .folder),
    ("Printing", .printer), ("Accessibility", .accessibility), ("Settings", .settings),
    ("System", .settings), ("Development", .terminal), ("Office", .document), ("Network", .globe),
    ("Viewer", .document), ("Utility", .wrench),
  ]

  /// Pictograms, and their words in English, German, French, Spanish, Italian, Arabic and Japanese.
  private static let table = """
    accessibility barrierefrei hilfen accessibilité accesibilidad accessibilità الوصول バリアフリー
    animal animals zoo tier tiere animaux animales animali حيوان حيوانات 動物
    battery batterie akku batería batteria بطارية 電池
    bed hotel room rooms bett zimmer unterkunft lit chambre cama habitación letto فندق ホテル
    bell alarm alert wecker glocke reveil alarme alarma sveglia campana جرس منبه アラーム
    bike bicycle cycling fahrrad rad vélo bicicleta bici دراجة 自転車
    bird birds vogel vögel oiseau oiseaux pájaro pájaros aves uccello uccelli طيور 鳥
    book books read reading story stories literature buch bücher lesen geschichten livre livres lecture libro libros leer libri lettura كتاب كتب 本 読書
    bridge brücke brücken pont puente ponte جسر 橋
    paint painting paintings art arts draw drawing kunst malen malerei gemälde zeichnen peinture dessin pintura arte dibujo pittura disegno فن رسم لوحات 美術 絵画 お絵かき
    bus buses autobus bushaltestelle autobús حافلة باص バス
    cafe café coffee tea cafeteria kaffee cafetería caffè bar tè قهوة مقهى カフェ 喫茶
    calculator rechner taschenrechner calculatrice calculadora calcolatrice حاسبة 電卓
    calendar event events agenda programme program schedule kalender veranstaltung veranstaltungen termine calendrier événements calendario eventos eventi تقويم فعاليات カレンダー イベント 予定
    camera photo photos photography foto fotos fotografie kamera appareil photographie cámara fotografía fotocamera fotografia كاميرا صور カメラ 写真
    car cars drive auto autos voiture coche carro macchina سيارة سيارات 車 自動車
    cart warenkorb einkaufswagen panier carrito carrello سلة カート
    castle palace fortress burg schloss festung château palais castillo castello قلعة 城
    chart statistics figures diagramm statistik zahlen statistiques estadísticas statistiche إحصاءات 統計
    chat talk message messages gespräch nachricht discussion mensajes messaggi محادثة رسائل チャット
    chess schach échecs ajedrez scacchi شطرنج チェス 将棋
    child children kid kids kind kinder enfant enfants niño niños bambino bambini طفل أطفال 子ども こども キッズ
    church churches cathedral chapel kirche dom kapelle église cathédrale iglesia catedral chiesa cattedrale كنيسة 教会
    cloakroom wardrobe locker lockers garderobe vestiaire guardarropa guardaroba خزانة クローク
    clock time watch hours uhr uhrzeit zeit öffnungszeiten horloge heure horaires reloj hora horario horarios orologio ora orari ساعة الوقت مواعيد 時計 時間
    cloud clouds wolke wolken nuage nuages nube nubes nuvole سحاب 雲
    compass orientation directions way kompass wege wegweiser boussole itinéraire brújula bussola بوصلة コンパス 道案内
    computer computers pc laptop ordinateur ordenador computadora كمبيوتر حاسوب コンピューター パソコン
    crown king kings queen royal krone könig könige couronne roi corona rey reyes re ملك تاج 王
    dice würfel dés dados dadi نرد サイコロ
    dinosaur dinosaurs dino fossils dinosaurier saurier fossilien dinosaure dinosaures dinosaurio dinosaurios dinosauro dinosauri ديناصور ديناصورات 恐竜
    document documents text dokument dokumente documento documentos documenti وثيقة 文書 書類
    door entrance eingang tür porte entrée puerta entrada porta ingresso باب مدخل 入口
    download downloads herunterladen télécharger descargar scarica تنزيل ダウンロード
    drink drinks beverages getränke boisson boissons bebida bebidas bevande مشروبات 飲み物
    energy electricity energie strom électricité énergie energía electricidad energia طاقة كهرباء エネルギー 電気
    exit ausgang notausgang sortie salida uscita مخرج 出口
    eye vision see view views sicht aussicht auge sehen vue vues vista vistas occhio عين 目
    factory industry fabrik industrie werk usine fábrica industria fabbrica صناعة مصنع 工場
    fan ventilator lüfter lüftung ventilateur ventilador ventilatore مروحة 扇風機
    feedback opinion comments guestbook survey meinung gästebuch rückmeldung umfrage avis commentaires opinión comentarios opinioni commenti رأي آراء ご意見 アンケート
    film films movie movies cinema kino filme cinéma película películas cine فيلم أفلام سينما 映画
    fire fireplace feuer feuerwehr feu fuego fuoco نار 火
    firstaid sanitäter secours soccorso إسعاف 救急
    fish fishes sea ocean aquarium fisch fische meer tiefsee poisson poissons mer pez peces mar pesci mare سمك بحر 魚 海 水族館
    flag flags fahne flagge drapeau bandera bandiera علم 旗
    flower flowers garden blume blumen garten fleur fleurs jardin flor flores jardín fiore fiori giardino زهور حديقة 花 庭園
    folder files ordner dateien dossier dossiers carpeta archivos cartella مجلد ملفات フォルダー ファイル
    food restaurant lunch dinner menu eat essen speisekarte speisen mensa manger comida restaurante ristorante cibo طعام مطعم 食事 レストラン 料理
    game games play spiel spiele spielen jeu jeux jouer juego juegos jugar gioco giochi لعبة ألعاب العاب ゲーム 遊び
    gift gifts present souvenirs geschenk geschenke cadeau cadeaux regalo regalos regali هدية هدايا お土産 ギフト
    globe world internet web website browser earth welt erde webseite monde mundo tierra mondo عالم إنترنت 世界 インターネット ウェブ
    headphones audioguide kopfhörer audioguides écouteurs auriculares cuffie سماعات イヤホン
    health medicine gesundheit medizin santé médecine salud medicina salute صحة 健康
    heart love favorites favourites donate herz liebe favoriten spenden coeur amour favoris don corazón amor favoritos donar cuore preferiti قلب المفضلة お気に入り
    history timeline geschichte zeitreise zeitleiste histoire historia storia تاريخ 歴史
    home start house haus startseite zuhause maison accueil casa inicio بيت الرئيسية ホーム 家
    hospital clinic krankenhaus klinik hôpital clinique clínica ospedale مستشفى 病院
    info information about auskunft informationen über informations información informazioni معلومات 案内 情報
    key keys schlüssel clé clef llave chiave مفتاح 鍵
    keyboard tastatur clavier teclado tastiera キーボード
    lamp lamps lampe lampen leuchten lampes lámpara lampada مصباح ランプ
    language languages translate sprache sprachen deutsch english français español italiano langue langues idioma idiomas lingua lingue لغة لغات 言語 日本語
    leaf nature plants environment natur pflanzen umwelt plantes environnement naturaleza plantas natura piante طبيعة نبات 自然 植物
    library archive bibliothek bücherei archiv bibliothèque archives biblioteca archivo archivio مكتبة 図書館
    lift elevator aufzug fahrstuhl ascenseur ascensor ascensore مصعد エレベーター
    light lights lighting licht beleuchtung lumière lumières luz luces luce luci ضوء إضاءة ライト 照明
    list liste listen lista قائمة リスト
    lock security sicherheit sécurité seguridad sicurezza أمان قفل ロック
    luggage baggage travel holiday holidays gepäck reise reisen urlaub bagages voyage voyages equipaje viaje viajes bagagli viaggio viaggi سفر أمتعة 旅行 荷物
    mail email letter letters post brief briefe courrier correo cartas posta بريد メール 手紙
    map maps city town karte karten stadtplan stadt carte cartes ville mapa mapas ciudad mappa mappe città خريطة خرائط 地図 マップ
    microphone voice speech mikrofon stimme sprechen micro voix micrófono voz microfono voce ميكروفون صوت マイク
    money bank prices geld preise eintritt argent prix tarifs dinero precios denaro soldi prezzi مال أسعار お金 料金
    moon night mond nacht lune nuit luna noche notte قمر ليل 月 夜
    mountain mountains alps hiking berg berge gebirge alpen montagne montagnes alpes montaña montañas montagna montagne جبل جبال 山
    museum museums musée musées museo museos musei متحف 博物館
    music song songs concert musik lieder konzert musique chansons música canciones concierto musica canzoni concerto موسيقى أغاني 音楽
    news newspaper press zeitung presse aktuelles nachrichten actualités journal noticias periódico notizie giornale أخبار ニュース 新聞
    parking parkplatz parkhaus parken stationnement aparcamiento estacionamiento parcheggio موقف 駐車場
    pen write writing notes schreiben stift notizen écrire stylo escribir lápiz scrivere penna قلم كتابة ペン メモ
    people visitors families family team staff groups menschen leute besucher familie familien gens visiteurs famille personas familia personale famiglia persone عائلة زوار ناس 家族 人々
    person profile portrait portraits me profil personne perfil persona profilo شخص 人物
    phone telephone call contact telefon anrufen kontakt téléphone contacto teléfono contatti هاتف اتصال 電話 連絡
    picture pictures gallery exhibition exhibitions images image bild bilder galerie ausstellung ausstellungen exposition expositions galería exposición imágenes galleria mostra mostre immagini معرض معارض 展覧会 展示 ギャラリー 画像
    pin place places location locations ort orte standort lieu lieux lugar lugares luogo luoghi مكان أماكن 場所
    plan floorplan lageplan grundriss raumplan rundgang gebäudeplan tour plano pianta piano مخطط フロアマップ 見取り図 館内図
    plane flight flights airport flug flüge flughafen avion vol vols aéroport vuelo vuelos aeropuerto volo voli aeroporto طائرة مطار 飛行機 空港
    planet planets space universe astronomy planetarium weltraum weltall planeten astronomie espace planètes espacio planetas universo spazio pianeti فضاء كواكب 宇宙 惑星
    power shutdown ausschalten éteindre apagar spegni إيقاف 電源
    printer print drucken drucker imprimer imprimante imprimir impresora stampa stampante طباعة 印刷 プリンター
    puzzle puzzles rätsel rompecabezas لغز ألغاز パズル
    quiz quizzes trivia test wissensquiz cuestionario مسابقة クイズ
    question questions help faq hilfe frage fragen aide ayuda preguntas aiuto domande مساعدة أسئلة ヘルプ 質問
    radio راديو إذاعة ラジオ
    rain umbrella regen pluie lluvia pioggia مطر 雨
    rocket rockets rakete raketen fusée cohete razzo صاروخ ロケット
    ruler measure maße messen mesure medir misura قياس 定規
    school course courses learn learning education schule kurs kurse lernen bildung école cours apprendre éducation escuela cursos aprender educación scuola corsi imparare educazione مدرسة تعليم 学校 学習
    science lab laboratory experiment experiments wissenschaft labor experimente technik sciences laboratoire expériences ciencia laboratorio experimentos scienza esperimenti علوم مختبر 科学 実験
    sculpture sculptures statue statues skulptur skulpturen plastik escultura esculturas scultura sculture تمثال نحت 彫刻
    search find suche suchen recherche chercher buscar búsqueda cerca ricerca بحث 検索
    settings setup options einstellungen réglages paramètres ajustes configuración impostazioni إعدادات 設定
    ship ships boat boats harbour ferry schiff schiffe boot hafen fähre bateau bateaux port barco barcos puerto nave navi barca porto سفينة ميناء 船 港
    shop shops store shopping laden geschäft einkaufen boutique magasin tienda compras negozio acquisti متجر تسوق ショップ 店 買い物
    smartphone mobile handy app apps portable móvil cellulare جوال スマホ アプリ
    snow ski winter schnee neige hiver nieve invierno neve inverno ثلج شتاء 雪 冬
    sound audio volume ton lautstärke hören klang son écouter sonido volumen escuchar suono ascolta صوتيات 音 音量
    sport sports football basketball gym sportarten fußball deporte deportes fútbol calcio رياضة كرة スポーツ
    stairs treppe escalier escalera scale سلم 階段
    star stars highlights best stern sterne höhepunkte étoile étoiles estrella estrellas stella stelle نجمة نجوم 星
    sun summer sonne sommer soleil été sol verano sole estate شمس صيف 太陽 夏
    theater theatre stage opera bühne theaterstück théâtre opéra teatro ópera مسرح 劇場 演劇
    thermometer temperature heating temperatur heizung température chauffage temperatura calefacción riscaldamento حرارة 温度
    ticket tickets eintrittskarten fahrkarten billet billets entradas boletos biglietto biglietti تذكرة تذاكر チケット 切符
    toilet toilets restroom wc bathroom toilette toiletten toilettes baño baños servicios aseos bagno bagni حمام مرحاض トイレ お手洗い
    train trains railway station bahn zug züge bahnhof eisenbahn gare chemin tren trenes estación treno treni stazione قطار محطة 電車 列車 駅
    tree trees forest wood wald baum bäume forêt arbre arbres bosque árbol árboles foresta albero alberi شجرة غابة 木 森
    trophy winners award prize pokal preis sieger trophée trofeo premio كأس جائزة トロフィー 賞
    tv television fernsehen fernseher télévision télé televisión televisione تلفزيون テレビ
    video videos player vidéo vidéos vídeo vídeos فيديو ビデオ 動画
    water river lake wasser fluss see eau rivière lac agua río lago acqua fiume ماء نهر 水 川 湖
    weather forecast wetter wetterbericht météo tiempo clima meteo طقس 天気
    wheelchair rollstuhl fauteuil 車椅子 車いす
    wifi wlan internetzugang
    wrench tool tools repair workshop werkzeug werkstatt reparatur outils atelier herramientas taller attrezzi officina أدوات ورشة 工具 修理
    """
}
