/// The date and time formats of languages, from Unicode's CLDR. A kiosk often has only the locale C, and the
/// C library knows no locale that is not installed.
///
/// A language has two lines. The first is its tag. The second has these fields:
/// - The patterns of a date, of a date with its year, and of times with 24 and with 12 hours.
/// - The usual clock.
/// - The weekdays from Sunday, the months, and the halves of the day.
/// - Its digits and calendar if they are not the usual ones.
///
/// Pattern letters are CLDR's. A space in a time pattern is narrow and non-breaking.
enum CalendarTable {
  /// Returns the line of a tag in lower case, such as `de` or `de-at`.
  static func line(_ tag: String) -> Substring? { lines[tag] }

  private static let lines: [String: Substring] = Dictionary(
    text.split(separator: "\n").compactMap { line in
      line.split(separator: "|", maxSplits: 1).first.map { (String($0), line) }
    }, uniquingKeysWith: { first, _ in first })

  private static let text = """
    af|EEEE d MMMM|EEEE d MMMM y|HH:mm|h:mm a|24|Sondag,Maandag,Dinsdag,Woensdag,Donderdag,Vrydag,Saterdag|\
    Januarie,Februarie,Maart,April,Mei,Junie,Julie,Augustus,September,Oktober,November,Desember|vm.,nm.|
    ar|EEEE، d MMMM|EEEE، d MMMM y|HH:mm|h:mm a|12|الأحد,الاثنين,الثلاثاء,الأربعاء,الخميس,الجمعة,السبت|\
    يناير,فبراير,مارس,أبريل,مايو,يونيو,يوليو,أغسطس,سبتمبر,أكتوبر,نوفمبر,ديسمبر|ص,م|
    az|d MMMM, EEEE|d MMMM y, EEEE|HH:mm|h:mm a|24|bazar,bazar ertəsi,çərşənbə axşamı,çərşənbə,cümə axşamı,cümə,şənbə|\
    yanvar,fevral,mart,aprel,may,iyun,iyul,avqust,sentyabr,oktyabr,noyabr,dekabr|AM,PM|
    be|EEEE, d MMMM|EEEE, d MMMM y 'г'.|HH:mm|h:mm a|24|нядзеля,панядзелак,аўторак,серада,чацвер,пятніца,субота|\
    студзеня,лютага,сакавіка,красавіка,мая,чэрвеня,ліпеня,жніўня,верасня,кастрычніка,лістапада,снежня|AM,PM|
    bg|EEEE, d MMMM|EEEE, d MMMM y 'г'.|H:mm|h:mm a|24|неделя,понеделник,вторник,сряда,четвъртък,петък,събота|\
    януари,февруари,март,април,май,юни,юли,август,септември,октомври,ноември,декември|AM,PM|
    bn|EEEE d MMMM|EEEE, d MMMM, y|HH:mm|h:mm a|12|রবিবার,সোমবার,মঙ্গলবার,বুধবার,বৃহস্পতিবার,শুক্রবার,শনিবার|\
    জানুয়ারী,ফেব্রুয়ারী,মার্চ,এপ্রিল,মে,জুন,জুলাই,আগস্ট,সেপ্টেম্বর,অক্টোবর,নভেম্বর,ডিসেম্বর|AM,PM|beng
    ca|EEEE, d MMMM|EEEE, d MMMM 'del' y|H:mm|h:mm a|24|diumenge,dilluns,dimarts,dimecres,dijous,divendres,dissabte|\
    de gener,de febrer,de març,d’abril,de maig,de juny,de juliol,d’agost,de setembre,d’octubre,de novembre,de desembre|a. m.,p. m.|
    cs|EEEE d. MMMM|EEEE d. MMMM y|H:mm|h:mm a|24|neděle,pondělí,úterý,středa,čtvrtek,pátek,sobota|\
    ledna,února,března,dubna,května,června,července,srpna,září,října,listopadu,prosince|dop.,odp.|
    cy|EEEE, d MMMM|EEEE, d MMMM y|HH:mm|h:mm a|24|Dydd Sul,Dydd Llun,Dydd Mawrth,Dydd Mercher,Dydd Iau,Dydd Gwener,Dydd Sadwrn|\
    Ionawr,Chwefror,Mawrth,Ebrill,Mai,Mehefin,Gorffennaf,Awst,Medi,Hydref,Tachwedd,Rhagfyr|yb,yh|
    da|EEEE d. MMMM|EEEE 'den' d. MMMM y|HH.mm|h.mm a|24|søndag,mandag,tirsdag,onsdag,torsdag,fredag,lørdag|\
    januar,februar,marts,april,maj,juni,juli,august,september,oktober,november,december|AM,PM|
    de|EEEE, d. MMMM|EEEE, d. MMMM y|HH:mm|h:mm a|24|Sonntag,Montag,Dienstag,Mittwoch,Donnerstag,Freitag,Samstag|\
    Januar,Februar,März,April,Mai,Juni,Juli,August,September,Oktober,November,Dezember|AM,PM|
    de-at|EEEE, d. MMMM|EEEE, d. MMMM y|HH:mm|h:mm a|24|Sonntag,Montag,Dienstag,Mittwoch,Donnerstag,Freitag,Samstag|\
    Jänner,Februar,März,April,Mai,Juni,Juli,August,September,Oktober,November,Dezember|AM,PM|
    el|EEEE d MMMM|EEEE d MMMM y|HH:mm|h:mm a|12|Κυριακή,Δευτέρα,Τρίτη,Τετάρτη,Πέμπτη,Παρασκευή,Σάββατο|\
    Ιανουαρίου,Φεβρουαρίου,Μαρτίου,Απριλίου,Μαΐου,Ιουνίου,Ιουλίου,Αυγούστου,Σεπτεμβρίου,Οκτωβρίου,Νοεμβρίου,Δεκεμβρίου|πμ,μμ|
    en|EEEE d MMMM|EEEE d MMMM y|HH:mm|h:mm a|24|Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday|\
    January,February,March,April,May,June,July,August,September,October,November,December|AM,PM|
    en-us|EEEE, MMMM d|EEEE, MMMM d, y|HH:mm|h:mm a|12|Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday|\
    January,February,March,April,May,June,July,August,September,October,November,December|AM,PM|
    es|EEEE, d 'de' MMMM|EEEE, d 'de' MMMM 'de' y|H:mm|h:mm a|24|domingo,lunes,martes,miércoles,jueves,viernes,sábado|\
    enero,febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre|a. m.,p. m.|
    et|EEEE, d. MMMM|EEEE, d. MMMM y|HH:mm|h:mm a|24|pühapäev,esmaspäev,teisipäev,kolmapäev,neljapäev,reede,laupäev|\
    jaanuar,veebruar,märts,aprill,mai,juuni,juuli,august,september,oktoober,november,detsember|AM,PM|
    eu|MMMM d('a'), EEEE|y('e')'ko' MMMM'ren' d('a'), EEEE|HH:mm|h:mm a|24|igandea,astelehena,asteartea,asteazkena,osteguna,ostirala,larunbata|\
    urtarrila,otsaila,martxoa,apirila,maiatza,ekaina,uztaila,abuztua,iraila,urria,azaroa,abendua|AM,PM|
    fa|EEEE d MMMM|EEEE d MMMM y|H:mm|h:mm a|24|یکشنبه,دوشنبه,سه‌شنبه,چهارشنبه,پنجشنبه,جمعه,شنبه|\
    فروردین,اردیبهشت,خرداد,تیر,مرداد,شهریور,مهر,آبان,آذر,دی,بهمن,اسفند|قبل‌ازظهر,بعدازظهر|arabext persian
    fi|EEEE d. MMMM|EEEE d. MMMM y|H.mm|h.mm a|24|sunnuntai,maanantai,tiistai,keskiviikko,torstai,perjantai,lauantai|\
    tammikuuta,helmikuuta,maaliskuuta,huhtikuuta,toukokuuta,kesäkuuta,heinäkuuta,elokuuta,syyskuuta,lokakuuta,marraskuuta,joulukuuta|ap.,ip.|
    fil|EEEE, MMMM d|EEEE, MMMM d, y|HH:mm|h:mm a|12|Linggo,Lunes,Martes,Miyerkules,Huwebes,Biyernes,Sabado|\
    Enero,Pebrero,Marso,Abril,Mayo,Hunyo,Hulyo,Agosto,Setyembre,Oktubre,Nobyembre,Disyembre|AM,PM|
    fr|EEEE d MMMM|EEEE d MMMM y|HH:mm|h:mm a|24|dimanche,lundi,mardi,mercredi,jeudi,vendredi,samedi|\
    janvier,février,mars,avril,mai,juin,juillet,août,septembre,octobre,novembre,décembre|AM,PM|
    fr-ca|EEEE d MMMM|EEEE d MMMM y|HH 'h' mm|h 'h' mm a|24|dimanche,lundi,mardi,mercredi,jeudi,vendredi,samedi|\
    janvier,février,mars,avril,mai,juin,juillet,août,septembre,octobre,novembre,décembre|a.m.,p.m.|
    ga|EEEE d MMMM|EEEE d MMMM y|HH:mm|h:mm a|24|Dé Domhnaigh,Dé Luain,Dé Máirt,Dé Céadaoin,Déardaoin,Dé hAoine,Dé Sathairn|\
    Eanáir,Feabhra,Márta,Aibreán,Bealtaine,Meitheamh,Iúil,Lúnasa,Meán Fómhair,Deireadh Fómhair,Samhain,Nollaig|r.n.,i.n.|
    gl|EEEE, d 'de' MMMM|EEEE, d 'de' MMMM 'de' y|HH:mm|h:mm a|24|domingo,luns,martes,mércores,xoves,venres,sábado|\
    xaneiro,febreiro,marzo,abril,maio,xuño,xullo,agosto,setembro,outubro,novembro,decembro|a.m.,p.m.|
    gu|EEEE, d MMMM|EEEE, d MMMM, y|HH:mm|h:mm a|12|રવિવાર,સોમવાર,મંગળવાર,બુધવાર,ગુરુવાર,શુક્રવાર,શનિવાર|\
    જાન્યુઆરી,ફેબ્રુઆરી,માર્ચ,એપ્રિલ,મે,જૂન,જુલાઈ,ઑગસ્ટ,સપ્ટેમ્બર,ઑક્ટોબર,નવેમ્બર,ડિસેમ્બર|AM,PM|
    he|EEEE, d בMMMM|EEEE, d בMMMM y|H:mm|h:mm a|24|יום ראשון,יום שני,יום שלישי,יום רביעי,יום חמישי,יום שישי,יום שבת|\
    ינואר,פברואר,מרץ,אפריל,מאי,יוני,יולי,אוגוסט,ספטמבר,אוקטובר,נובמבר,דצמבר|לפ׳,אח׳|
    hi|EEEE, d MMMM|EEEE, d MMMM y|HH:mm|h:mm a|12|रविवार,सोमवार,मंगलवार,बुधवार,गुरुवार,शुक्रवार,शनिवार|\
    जनवरी,फ़रवरी,मार्च,अप्रैल,मई,जून,जुलाई,अगस्त,सितंबर,अक्तूबर,नवंबर,दिसंबर|am,pm|
    hr|EEEE, d. MMMM|EEEE, d. MMMM y.|HH:mm|hh:mm a|24|nedjelja,ponedjeljak,utorak,srijeda,četvrtak,petak,subota|\
    siječnja,veljače,ožujka,travnja,svibnja,lipnja,srpnja,kolovoza,rujna,listopada,studenoga,prosinca|AM,PM|
    hu|MMMM d., EEEE|y. MMMM d., EEEE|H:mm|a h:mm|24|vasárnap,hétfő,kedd,szerda,csütörtök,péntek,szombat|\
    január,február,március,április,május,június,július,augusztus,szeptember,október,november,december|de.,du.|
    hy|d MMMM, EEEE|y թ. MMMM d, EEEE|H:mm|h:mm a|24|կիրակի,երկուշաբթի,երեքշաբթի,չորեքշաբթի,հինգշաբթի,ուրբաթ,շաբաթ|\
    հունվարի,փետրվարի,մարտի,ապրիլի,մայիսի,հունիսի,հուլիսի,օգոստոսի,սեպտեմբերի,հոկտեմբերի,նոյեմբերի,դեկտեմբերի|AM,PM|
    id|EEEE, d MMMM|EEEE, d MMMM y|HH.mm|h.mm a|24|Minggu,Senin,Selasa,Rabu,Kamis,Jumat,Sabtu|\
    Januari,Februari,Maret,April,Mei,Juni,Juli,Agustus,September,Oktober,November,Desember|AM,PM|
    is|EEEE, d. MMMM|EEEE, d. MMMM y|HH:mm|h:mm a|24|sunnudagur,mánudagur,þriðjudagur,miðvikudagur,fimmtudagur,föstudagur,laugardagur|\
    janúar,febrúar,mars,apríl,maí,júní,júlí,ágúst,september,október,nóvember,desember|f.h.,e.h.|
    it|EEEE d MMMM|EEEE d MMMM y|HH:mm|h:mm a|24|domenica,lunedì,martedì,mercoledì,giovedì,venerdì,sabato|\
    gennaio,febbraio,marzo,aprile,maggio,giugno,luglio,agosto,settembre,ottobre,novembre,dicembre|AM,PM|
    ja|M月d日 EEEE|y年M月d日 EEEE|H:mm|aK:mm|24|日曜日,月曜日,火曜日,水曜日,木曜日,金曜日,土曜日|\
    1月,2月,3月,4月,5月,6月,7月,8月,9月,10月,11月,12月|午前,午後|
    ka|EEEE, d MMMM|EEEE, d MMMM, y|HH:mm|h:mm a|24|კვირა,ორშაბათი,სამშაბათი,ოთხშაბათი,ხუთშაბათი,პარასკევი,შაბათი|\
    იანვარი,თებერვალი,მარტი,აპრილი,მაისი,ივნისი,ივლისი,აგვისტო,სექტემბერი,ოქტომბერი,ნოემბერი,დეკემბერი|AM,PM|
    kk|d MMMM, EEEE|y 'ж'. d MMMM, EEEE|HH:mm|h:mm a|24|жексенбі,дүйсенбі,сейсенбі,сәрсенбі,бейсенбі,жұма,сенбі|\
    қаңтар,ақпан,наурыз,сәуір,мамыр,маусым,шілде,тамыз,қыркүйек,қазан,қараша,желтоқсан|AM,PM|
    km|EEEE d MMMM|EEEE d MMMM y|HH:mm|h:mm a|12|អាទិត្យ,ច័ន្ទ,អង្គារ,ពុធ,ព្រហស្បតិ៍,សុក្រ,សៅរ៍|\
    មករា,កុម្ភៈ,មីនា,មេសា,ឧសភា,មិថុនា,កក្កដា,សីហា,កញ្ញា,តុលា,វិច្ឆិកា,ធ្នូ|AM,PM|
    kn|EEEE, d MMMM|EEEE, MMMM d, y|HH:mm|h:mm a|12|ಭಾನುವಾರ,ಸೋಮವಾರ,ಮಂಗಳವಾರ,ಬುಧವಾರ,ಗುರುವಾರ,ಶುಕ್ರವಾರ,ಶನಿವಾರ|\
    ಜನವರಿ,ಫೆಬ್ರವರಿ,ಮಾರ್ಚ್,ಏಪ್ರಿಲ್,ಮೇ,ಜೂನ್,ಜುಲೈ,ಆಗಸ್ಟ್,ಸೆಪ್ಟೆಂಬರ್,ಅಕ್ಟೋಬರ್,ನವೆಂಬರ್,ಡಿಸೆಂಬರ್|AM,PM|
    ko|MMMM d일 EEEE|y년 MMMM d일 EEEE|HH:mm|a h:mm|12|일요일,월요일,화요일,수요일,목요일,금요일,토요일|\
    1월,2월,3월,4월,5월,6월,7월,8월,9월,10월,11월,12월|오전,오후|
    lt|MMMM d 'd'., EEEE|y 'm'. MMMM d 'd'., EEEE|HH:mm|hh:mm a|24|sekmadienis,pirmadienis,antradienis,trečiadienis,ketvirtadienis,penktadienis,šeštadienis|\
    sausio,vasario,kovo,balandžio,gegužės,birželio,liepos,rugpjūčio,rugsėjo,spalio,lapkričio,gruodžio|priešpiet,popiet|
    lv|EEEE, d. MMMM|EEEE, y. 'gada' d. MMMM|HH:mm|h:mm a|24|svētdiena,pirmdiena,otrdiena,trešdiena,ceturtdiena,piektdiena,sestdiena|\
    janvāris,februāris,marts,aprīlis,maijs,jūnijs,jūlijs,augusts,septembris,oktobris,novembris,decembris|priekšp.,pēcp.|
    mk|EEEE, d MMMM|EEEE, d MMMM y 'г'.|HH:mm|h:mm a|24|недела,понеделник,вторник,среда,четврток,петок,сабота|\
    јануари,февруари,март,април,мај,јуни,јули,август,септември,октомври,ноември,декември|претпл.,попл.|
    ml|MMMM d, EEEE|y, MMMM d, EEEE|HH:mm|h:mm a|12|ഞായറാഴ്‌ച,തിങ്കളാഴ്‌ച,ചൊവ്വാഴ്ച,ബുധനാഴ്‌ച,വ്യാഴാഴ്‌ച,വെള്ളിയാഴ്‌ച,ശനിയാഴ്‌ച|\
    ജനുവരി,ഫെബ്രുവരി,മാർച്ച്,ഏപ്രിൽ,മേയ്,ജൂൺ,ജൂലൈ,ഓഗസ്റ്റ്,സെപ്റ്റംബർ,ഒക്‌ടോബർ,നവംബർ,ഡിസംബർ|AM,PM|
    mn|MMMM'ын' d. EEEE|y 'оны' MMMM'ын' d, EEEE 'гараг'|HH:mm|h:mm a|24|ням,даваа,мягмар,лхагва,пүрэв,баасан,бямба|\
    нэгдүгээр сар,хоёрдугаар сар,гуравдугаар сар,дөрөвдүгээр сар,тавдугаар сар,зургаадугаар сар,долоодугаар сар,наймдугаар сар,есдүгээр сар,аравдугаар сар,арван нэгдүгээр сар,арван хоёрдугаар сар|ү.ө.,ү.х.|
    mr|EEEE, d MMMM|EEEE, d MMMM, y|H:mm|h:mm a|12|रविवार,सोमवार,मंगळवार,बुधवार,गुरुवार,शुक्रवार,शनिवार|\
    जानेवारी,फेब्रुवारी,मार्च,एप्रिल,मे,जून,जुलै,ऑगस्ट,सप्टेंबर,ऑक्टोबर,नोव्हेंबर,डिसेंबर|AM,PM|deva
    ms|EEEE, d MMMM|EEEE, d MMMM y|HH:mm|h:mm a|12|Ahad,Isnin,Selasa,Rabu,Khamis,Jumaat,Sabtu|\
    Januari,Februari,Mac,April,Mei,Jun,Julai,Ogos,September,Oktober,November,Disember|PG,PTG|
    my|MMMM d EEEE|y MMMM d EEEE|HH:mm|a h:mm|24|တနင်္ဂနွေ,တနင်္လာ,အင်္ဂါ,ဗုဒ္ဓဟူး,ကြာသပတေး,သောကြာ,စနေ|\
    ဇန်နဝါရီ,ဖေဖော်ဝါရီ,မတ်,ဧပြီ,မေ,ဇွန်,ဇူလိုင်,ဩဂုတ်,စက်တင်ဘာ,အောက်တိုဘာ,နိုဝင်ဘာ,ဒီဇင်ဘာ|နံနက်,ညနေ|mymr
    nb|EEEE d. MMMM|EEEE d. MMMM y|HH:mm|h:mm a|24|søndag,mandag,tirsdag,onsdag,torsdag,fredag,lørdag|\
    januar,februar,mars,april,mai,juni,juli,august,september,oktober,november,desember|am,pm|
    ne|MMMM d, EEEE|y MMMM d, EEEE|HH:mm|h:mm a|24|आइतबार,सोमबार,मङ्गलबार,बुधबार,बिहिबार,शुक्रबार,शनिबार|\
    जनवरी,फेब्रुअरी,मार्च,अप्रिल,मे,जुन,जुलाई,अगस्ट,सेप्टेम्बर,अक्टोबर,नोभेम्बर,डिसेम्बर|पूर्वाह्न,अपराह्न|deva
    nl|EEEE d MMMM|EEEE d MMMM y|HH:mm|h:mm a|24|zondag,maandag,dinsdag,woensdag,donderdag,vrijdag,zaterdag|\
    januari,februari,maart,april,mei,juni,juli,augustus,september,oktober,november,december|AM,PM|
    nn|EEEE d. MMMM|EEEE d. MMMM y|HH:mm|h:mm a|24|søndag,måndag,tysdag,onsdag,torsdag,fredag,laurdag|\
    januar,februar,mars,april,mai,juni,juli,august,september,oktober,november,desember|am,pm|
    pa|EEEE, d MMMM|EEEE, d MMMM y|HH:mm|h:mm a|12|ਐਤਵਾਰ,ਸੋਮਵਾਰ,ਮੰਗਲਵਾਰ,ਬੁੱਧਵਾਰ,ਵੀਰਵਾਰ,ਸ਼ੁੱਕਰਵਾਰ,ਸ਼ਨਿੱਚਰਵਾਰ|\
    ਜਨਵਰੀ,ਫ਼ਰਵਰੀ,ਮਾਰਚ,ਅਪ੍ਰੈਲ,ਮਈ,ਜੂਨ,ਜੁਲਾਈ,ਅਗਸਤ,ਸਤੰਬਰ,ਅਕਤੂਬਰ,ਨਵੰਬਰ,ਦਸੰਬਰ|AM,PM|
    pl|EEEE, d MMMM|EEEE, d MMMM y|HH:mm|h:mm a|24|niedziela,poniedziałek,wtorek,środa,czwartek,piątek,sobota|\
    stycznia,lutego,marca,kwietnia,maja,czerwca,lipca,sierpnia,września,października,listopada,grudnia|AM,PM|
    pt|EEEE, d 'de' MMMM|EEEE, d 'de' MMMM 'de' y|HH:mm|h:mm a|24|domingo,segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado|\
    janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro|AM,PM|
    ro|EEEE, d MMMM|EEEE, d MMMM y|HH:mm|h:mm a|24|duminică,luni,marți,miercuri,joi,vineri,sâmbătă|\
    ianuarie,februarie,martie,aprilie,mai,iunie,iulie,august,septembrie,octombrie,noiembrie,decembrie|a.m.,p.m.|
    ru|EEEE, d MMMM|EEEE, d MMMM y 'г'.|HH:mm|h:mm a|24|воскресенье,понедельник,вторник,среда,четверг,пятница,суббота|\
    января,февраля,марта,апреля,мая,июня,июля,августа,сентября,октября,ноября,декабря|AM,PM|
    sk|EEEE, d. MMMM|EEEE, d. MMMM y|H:mm|h:mm a|24|nedeľa,pondelok,utorok,streda,štvrtok,piatok,sobota|\
    januára,februára,marca,apríla,mája,júna,júla,augusta,septembra,októbra,novembra,decembra|AM,PM|
    sl|EEEE, d. MMMM|EEEE, d. MMMM y|HH:mm|h:mm a|24|nedelja,ponedeljek,torek,sreda,četrtek,petek,sobota|\
    januar,februar,marec,april,maj,junij,julij,avgust,september,oktober,november,december|dop.,pop.|
    sq|EEEE, d MMMM|EEEE, d MMMM y|HH:mm|h:mm a|12|e diel,e hënë,e martë,e mërkurë,e enjte,e premte,e shtunë|\
    janar,shkurt,mars,prill,maj,qershor,korrik,gusht,shtator,tetor,nëntor,dhjetor|e paradites,e pasdites|
    sr|EEEE, d. MMMM|EEEE, d. MMMM y.|HH:mm|h:mm a|24|недеља,понедељак,уторак,среда,четвртак,петак,субота|\
    јануар,фебруар,март,април,мај,јун,јул,август,септембар,октобар,новембар,децембар|AM,PM|
    sr-latn|EEEE, d. MMMM|EEEE, d. MMMM y.|HH:mm|h:mm a|24|nedelja,ponedeljak,utorak,sreda,četvrtak,petak,subota|\
    januar,februar,mart,april,maj,jun,jul,avgust,septembar,oktobar,novembar,decembar|AM,PM|
    sv|EEEE d MMMM|EEEE d MMMM y|HH:mm|h:mm a|24|söndag,måndag,tisdag,onsdag,torsdag,fredag,lördag|\
    januari,februari,mars,april,maj,juni,juli,augusti,september,oktober,november,december|fm,em|
    sw|EEEE, d MMMM|EEEE, d MMMM y|HH:mm|h:mm a|24|Jumapili,Jumatatu,Jumanne,Jumatano,Alhamisi,Ijumaa,Jumamosi|\
    Januari,Februari,Machi,Aprili,Mei,Juni,Julai,Agosti,Septemba,Oktoba,Novemba,Desemba|AM,PM|
    ta|MMMM d, EEEE|EEEE, d MMMM, y|HH:mm|h:mm a|12|ஞாயிறு,திங்கள்,செவ்வாய்,புதன்,வியாழன்,வெள்ளி,சனி|\
    ஜனவரி,பிப்ரவரி,மார்ச்,ஏப்ரல்,மே,ஜூன்,ஜூலை,ஆகஸ்ட்,செப்டம்பர்,அக்டோபர்,நவம்பர்,டிசம்பர்|AM,PM|
    te|d MMMM, EEEE|d, MMMM y, EEEE|HH:mm|h:mm a|12|ఆదివారం,సోమవారం,మంగళవారం,బుధవారం,గురువారం,శుక్రవారం,శనివారం|\
    జనవరి,ఫిబ్రవరి,మార్చి,ఏప్రిల్,మే,జూన్,జులై,ఆగస్టు,సెప్టెంబర్,అక్టోబర్,నవంబర్,డిసెంబర్|AM,PM|
    th|EEEEที่ d MMMM|EEEEที่ d MMMM y|HH:mm|h:mm a|24|วันอาทิตย์,วันจันทร์,วันอังคาร,วันพุธ,วันพฤหัสบดี,วันศุกร์,วันเสาร์|\
    มกราคม,กุมภาพันธ์,มีนาคม,เมษายน,พฤษภาคม,มิถุนายน,กรกฎาคม,สิงหาคม,กันยายน,ตุลาคม,พฤศจิกายน,ธันวาคม|AM,PM|buddhist
    tr|d MMMM EEEE|d MMMM y EEEE|HH:mm|a h:mm|24|Pazar,Pazartesi,Salı,Çarşamba,Perşembe,Cuma,Cumartesi|\
    Ocak,Şubat,Mart,Nisan,Mayıs,Haziran,Temmuz,Ağustos,Eylül,Ekim,Kasım,Aralık|ÖÖ,ÖS|
    uk|EEEE, d MMMM|EEEE, d MMMM y 'р'.|HH:mm|h:mm a|24|неділя,понеділок,вівторок,середа,четвер,пʼятниця,субота|\
    січня,лютого,березня,квітня,травня,червня,липня,серпня,вересня,жовтня,листопада,грудня|дп,пп|
    ur|EEEE، d MMMM|EEEE، d MMMM، y|HH:mm|h:mm a|12|اتوار,پیر,منگل,بدھ,جمعرات,جمعہ,ہفتہ|\
    جنوری,فروری,مارچ,اپریل,مئی,جون,جولائی,اگست,ستمبر,اکتوبر,نومبر,دسمبر|AM,PM|
    uz|EEEE, d-MMMM|EEEE, d-MMMM, y|HH:mm|h:mm a|24|yakshanba,dushanba,seshanba,chorshanba,payshanba,juma,shanba|\
    yanvar,fevral,mart,aprel,may,iyun,iyul,avgust,sentabr,oktabr,noyabr,dekabr|TO,TK|
    vi|EEEE, d MMMM|EEEE, 'ngày' d MMMM, y|HH:mm|h:mm a|24|Chủ Nhật,Thứ Hai,Thứ Ba,Thứ Tư,Thứ Năm,Thứ Sáu,Thứ Bảy|\
    tháng 1,tháng 2,tháng 3,tháng 4,tháng 5,tháng 6,tháng 7,tháng 8,tháng 9,tháng 10,tháng 11,tháng 12|SA,CH|
    zh|M月d日 EEEE|y年M月d日 EEEE|HH:mm|ah:mm|24|星期日,星期一,星期二,星期三,星期四,星期五,星期六|\
    一月,二月,三月,四月,五月,六月,七月,八月,九月,十月,十一月,十二月|上午,下午|
    """
}
