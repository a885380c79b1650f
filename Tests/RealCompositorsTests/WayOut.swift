/// What a page of the web tries to reach a host with.
struct WayOut: Sendable {
  /// Who does it.
  enum Kind: String, Sendable {
    /// Words of HTML, or of a script, in a frame of the page.
    case page, code
    /// A link or a form that fills the window and that a finger touches, or a script that runs then.
    case tap, tapForm = "tap-form", tapCode = "tap-code"
  }

  let name: String
  let kind: Kind
  /// `$T` in it stands for an address of the host with the way's name, `$H` for host and port, `$N` for the
  /// name, `$O` for where the page's own server answers for this way and host.
  let words: String
  /// The browsers in which it reaches a host that is named: `c` for Chromium, `f` for Firefox.
  let arrivals: Set<Character>
  /// A file of the page's own server that it needs.
  fileprivate(set) var file: (type: String, words: String)?
  /// Headers of the page.
  fileprivate(set) var headers: [String] = []

  var isTap: Bool { kind != .page && kind != .code }

  /// The ways of the table.
  static let all: [WayOut] = {
    var ways: [WayOut] = []
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("  > ") {
        let parts = line.dropFirst(4).split(separator: " ", maxSplits: 1)
        ways[ways.count - 1].file = (String(parts[0]), String(parts[1].drop { $0 == " " }))
      } else if line.hasPrefix("  ^ ") {
        ways[ways.count - 1].headers.append(String(line.dropFirst(4)))
      } else {
        let parts = line.split(separator: " ", maxSplits: 3)
        guard let kind = Kind(rawValue: String(parts[1])) else { preconditionFailure("no way out: \(line)") }
        ways.append(
          WayOut(
            name: String(parts[2]), kind: kind, words: String(parts[3].drop { $0 == " " }),
            arrivals: Set(parts[0]).subtracting("-")))
      }
    }
    return ways
  }()

  /// Some of them that take no finger, one of each sort, for a test that takes little time.
  static let some: [WayOut] = {
    let names: Set = [
      "img", "img-redirect-302", "css-background", "script", "iframe", "iframe-redirect-307", "fetch-no-cors",
      "socket", "beacon", "form-post",
    ]
    return all.filter { names.contains($0.name) }
  }()

  /// For each: in which browsers it arrives, its kind, its name, its words; below it a file that it needs, or
  /// a header of its page.
  private static let table = #"""
    # Pictures
    cf page img  <img src="$T">
    cf page img-srcset  <img srcset="$T 1x">
    cf page img-sizes  <img sizes=100vw srcset="$T 640w">
    cf page picture  <picture><source srcset="$T"><img></picture>
    cf page img-anonymous  <img crossorigin src="$T">
    cf page img-old-name  <image src="$T">
    cf page img-protocol-relative  <img src="//$H/$N">
    cf page img-base  <base href="http://$H/"><img src="$N">
    cf page img-redirect-302  <img src="$O/go/302/$N">
    cf page img-redirect-twice  <img src="$O/twice/302/$N">
    cf page input-image  <input type=image src="$T">
    cf page body-background  <body background="$T">
    cf page table-background  <table background="$T"><td>.</table>
    cf page cell-background  <table><td background="$T">.</table>
    cf page video-poster  <video poster="$T"></video>
    cf code image-object  new Image().src = "$T"
    cf code image-decode  const i = new Image(); i.src = "$T"; i.decode()
    cf code inner-html  document.body.innerHTML = '<img src="$T">'
    cf code document-write  document.write('<img src="$T">')
    cf code fragment  document.body.append(document.createRange().createContextualFragment('<img src="$T">'))
    cf code parsed-document  document.body.append(document.importNode(new DOMParser().parseFromString('<img src="$T">', "text/html").body.firstChild))
    cf code shadow-image  const d = document.createElement("div"); document.body.append(d); d.attachShadow({ mode: "open" }).innerHTML = '<img src="$T">'
    cf code template-image  const t = document.createElement("template"); t.innerHTML = '<img src="$T">'; document.body.append(t.content.cloneNode(true))
    -f code insert-image  document.designMode = "on"; document.execCommand("insertImage", false, "$T")
    -f code insert-html  document.designMode = "on"; document.execCommand("insertHTML", false, '<img src="$T">')
    cf code image-in-error  const i = new Image(); i.onerror = () => { i.src = "$T" }; i.src = "data:,"; document.body.append(i)
    -f code media-session  navigator.mediaSession.metadata = new MediaMetadata({ artwork: [{ src: "$T" }] })

    # Sounds and films
    cf page video  <video src="$T" preload=auto></video>
    cf page video-source  <video preload=auto><source src="$T"></video>
    cf page audio  <audio src="$T" preload=auto></audio>
    cf page audio-source  <audio preload=auto><source src="$T"></audio>
    cf page audio-redirect  <audio preload=auto src="$O/go/307/$N"></audio>
    cf code track  const v = document.createElement("video"); v.crossOrigin = ""; v.innerHTML = '<track default kind=captions src="$T">'; document.body.append(v); v.textTracks[0].mode = "showing"
    cf code audio-object  new Audio("$T").load()

    # Drawings and formulas
    cf page svg-image  <svg><image href="$T" width=9 height=9 /></svg>
    cf page svg-image-xlink  <svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="$T" width=9 height=9 /></svg>
    cf page svg-filter-image  <svg><filter id=f><feImage href="$T"/></filter><rect width=9 height=9 filter="url(#f)"/></svg>
    -- page svg-use  <svg><use href="$T#a"/></svg>
    -- page svg-use-redirect  <svg><use href="$O/go/302/$N#a"/></svg>
    cf page svg-script  <svg><script href="$T"></script></svg>
    cf page svg-script-xlink  <svg xmlns:xlink="http://www.w3.org/1999/xlink"><script xlink:href="$T"></script></svg>
    cf page svg-set  <svg><image width=9 height=9><set attributeName=href to="$T"/></image></svg>
    cf page svg-style  <svg><style>@import "$T";</style></svg>
    cf page svg-object  <object data="$O/extra/$N" type="image/svg+xml"></object>
      > image/svg+xml  <svg xmlns="http://www.w3.org/2000/svg"><image href="$T" width="9" height="9"/></svg>
    c- page svg-fill  <svg><rect width=9 height=9 fill="url($T#a)"/></svg>
    cf page svg-mask  <svg><rect width=9 height=9 mask="url($T#a)"/></svg>
    c- page svg-marker  <svg><path d="M0 0L9 9" marker-end="url($T#a)"/></svg>
    cf code svg-link  document.body.innerHTML = '<svg><a id=a href="$T"><text y=9>.</text></a></svg>'; document.getElementById("a").dispatchEvent(new MouseEvent("click"))
    -f code math-link  document.body.innerHTML = '<math><mrow id=a href="$T"><mi>x</mi></mrow></math>'; document.getElementById("a").dispatchEvent(new MouseEvent("click", { bubbles: true }))

    # Style
    cf page stylesheet  <link rel=stylesheet href="$T">
    cf page stylesheet-redirect  <link rel=stylesheet href="$O/go/301/$N">
    cf page stylesheet-alternate  <link rel="alternate stylesheet" title=x href="$T">
    cf page stylesheet-print  <link rel=stylesheet media=print href="$T">
    cf page css-import  <style>@import "$T";</style>
    cf page css-import-url  <style>@import url($T) screen;</style>
    cf page css-import-layer  <style>@import url($T) layer(a);</style>
    cf page css-own-import  <link rel=stylesheet href="$O/extra/$N">
      > text/css  @import "$T";
    cf page css-background  <p style="background: url($T)">.
    cf page css-background-variable  <p style="--a: url($T); background: var(--a)">.
    cf page css-border-image  <p style="border: 9px solid; border-image: url($T) 9">.
    cf page css-list-image  <ul><li style="list-style-image: url($T)">.</ul>
    cf page css-content  <style>p::before { content: url($T) }</style><p>.
    cf page css-mask  <p style="mask-image: url($T)">.
    c- page css-clip-path  <p style="clip-path: url($T#a)">.
    -- page css-filter  <p style="filter: url($T#a)">.
    cf page css-shape  <p style="float: left; width: 9px; height: 9px; shape-outside: url($T)">.
    cf page css-image-set  <p style="background: image-set('$T' 1x)">.
    c- page css-cross-fade  <p style="background: -webkit-cross-fade(url($T), none, 50%)">.
    cf page css-cursor  <style>body { cursor: url($T), auto }</style>
    cf page css-first-line  <style>p::first-line { background: url($T) }</style><p>words
    cf page css-font  <style>@font-face { font-family: a; src: url($T) } p { font-family: a }</style><p>words
    cf page css-font-redirect  <style>@font-face { font-family: a; src: url($O/go/308/$N) } p { font-family: a }</style><p>words
    -- page css-counter  <style>@counter-style a { system: cyclic; symbols: url($T) } ul { list-style: a }</style><ul><li>.</ul>
    cf page css-media  <style>@media (min-width: 1px) { body { background: url($T) } }</style>
    cf page css-escaped  <style>body { background: \75rl("$T") }</style>
    -f page style-header  .
      ^ Link: <$T>; rel=stylesheet
    cf code font-object  new FontFace("a", "url($T)").load()
    cf code style-object  const s = new CSSStyleSheet(); s.replaceSync("body { background: url($T) }"); document.adoptedStyleSheets = [s]
    cf code style-rule  const s = document.createElement("style"); document.head.append(s); s.sheet.insertRule("body { background: url($T) }")

    # Links of a document
    cf page preload-image  <link rel=preload as=image href="$T">
    cf page preload-image-set  <link rel=preload as=image imagesrcset="$T 1x">
    cf page preload-style  <link rel=preload as=style href="$T">
    cf page preload-script  <link rel=preload as=script href="$T">
    cf page preload-font  <link rel=preload as=font crossorigin href="$T">
    cf page preload-fetch  <link rel=preload as=fetch crossorigin href="$T">
    cf page preload-header  .
      ^ Link: <$T>; rel=preload; as=image
    cf page modulepreload  <link rel=modulepreload href="$T">
    cf page prefetch  <link rel=prefetch href="$T">
    cf page prefetch-document  <link rel=prefetch as=document href="$T">
    cf page prefetch-header  .
      ^ Link: <$T>; rel=prefetch
    -- page prerender  <link rel=prerender href="$T">
    -- page dns-prefetch  <link rel=dns-prefetch href="$T">
    -- page preconnect  <link rel=preconnect href="$T">
    -f page next  <link rel=next href="$T">
    -- page manifest  <link rel=manifest href="$T">
    -- page search  <link rel=search type="application/opensearchdescription+xml" title=x href="$T">
    -- page import  <link rel=import href="$T">
    cf page dictionary  <link rel=compression-dictionary href="$T">
    -- page speculation-prefetch  <script type=speculationrules>{"prefetch": [{"source": "list", "urls": ["$T"], "eagerness": "immediate"}]}</script>
    -- page speculation-prerender  <script type=speculationrules>{"prerender": [{"source": "list", "urls": ["$T"], "eagerness": "immediate"}]}</script>
    -- page speculation-header  .
      ^ Speculation-Rules: "$T"

    # Scripts
    cf page script  <script src="$T"></script>
    cf page script-async  <script async src="$T"></script>
    cf page script-deferred  <script defer src="$T"></script>
    cf page script-redirect  <script src="$O/go/303/$N"></script>
    cf page module  <script type=module src="$T"></script>
    cf page module-import  <script type=module>import "$T"</script>
    cf page module-export  <script type=module src="$O/extra/$N"></script>
      > text/javascript  export * from "$T"
    cf page import-map  <script type=importmap>{"imports": {"a": "$T"}}</script><script type=module>import "a"</script>
    cf page json-module  <script type=module>import a from "$T" with { type: "json" }</script>
    cf code dynamic-import  import("$T")
    cf code script-element  const s = document.createElement("script"); s.src = "$T"; document.body.append(s)
    cf code wasm  WebAssembly.compileStreaming(fetch("$T"))
    c- code paint-worklet  CSS.paintWorklet.addModule("$T")
    cf code audio-worklet  new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule("$T")

    # Workers
    cf code worker-blob  new Worker(URL.createObjectURL(new Blob(['fetch("$T", { mode: "no-cors" })'])))
    cf code worker-data  new Worker('data:text/javascript,fetch("$T",{mode:"no-cors"})')
    cf code worker-own  new Worker("$O/extra/$N")
      > text/javascript  fetch("$T", { mode: "no-cors" })
    cf code worker-scripts  new Worker("$O/extra/$N")
      > text/javascript  importScripts("$T")
    cf code worker-module  new Worker("$O/extra/$N", { type: "module" })
      > text/javascript  import "$T"
    -- code worker-foreign  new Worker("$T")
    -- code worker-redirect  new Worker("$O/go/302/$N")
    cf code worker-request  new Worker("$O/extra/$N")
      > text/javascript  const r = new XMLHttpRequest(); r.open("GET", "$T"); r.send()
    cf code worker-socket  new Worker("$O/extra/$N")
      > text/javascript  new WebSocket("ws://$H/$N")
    cf code worker-events  new Worker("$O/extra/$N")
      > text/javascript  new EventSource("$T")
    cf code worker-nested  new Worker("$O/extra/$N")
      > text/javascript  new Worker(URL.createObjectURL(new Blob(['fetch("$T", { mode: "no-cors" })'])))
    cf code worker-font  new Worker("$O/extra/$N")
      > text/javascript  new FontFace("a", "url($T)").load()
    cf code shared-worker  new SharedWorker("$O/extra/$N")
      > text/javascript  fetch("$T", { mode: "no-cors" })
    cf code shared-worker-scripts  new SharedWorker("$O/extra/$N")
      > text/javascript  importScripts("$T")
    cf code service-worker  navigator.serviceWorker.register("$O/extra/$N", { scope: "$O/extra/$N/" })
      > text/javascript  fetch("$T", { mode: "no-cors" })
    cf code service-worker-scripts  navigator.serviceWorker.register("$O/extra/$N", { scope: "$O/extra/$N/" })
      > text/javascript  importScripts("$T")
    cf code service-worker-module  navigator.serviceWorker.register("$O/extra/$N", { scope: "$O/extra/$N/", type: "module" })
      > text/javascript  import "$T"
    cf code service-worker-cache  navigator.serviceWorker.register("$O/extra/$N", { scope: "$O/extra/$N/" })
      > text/javascript  oninstall = e => e.waitUntil(caches.open("a").then(c => c.add(new Request("$T", { mode: "no-cors" }))))
    cf code service-worker-answer  navigator.serviceWorker.register("$O/extra/$N", { scope: "$O/extra/$N/" }).then(r => { const w = r.installing || r.waiting || r.active; const go = () => { if (w.state == "activated") { const f = document.createElement("iframe"); f.src = "$O/extra/$N/x"; document.body.append(f) } }; w.onstatechange = go; go() })
      > text/javascript  onfetch = e => e.respondWith(fetch("$T", { mode: "no-cors" }))
    cf code service-worker-redirect  navigator.serviceWorker.register("$O/extra/$N", { scope: "$O/extra/$N/" }).then(r => { const w = r.installing || r.waiting || r.active; const go = () => { if (w.state == "activated") { const f = document.createElement("iframe"); f.src = "$O/extra/$N/x"; document.body.append(f) } }; w.onstatechange = go; go() })
      > text/javascript  onfetch = e => e.respondWith(Response.redirect("$T"))
    -- code service-worker-foreign  navigator.serviceWorker.register("$T")
    cf code cache-add  caches.open("a").then(c => c.add("$T"))

    # Requests of scripts
    cf code fetch  fetch("$T")
    cf code fetch-no-cors  fetch("$T", { mode: "no-cors" })
    cf code fetch-post  fetch("$T", { method: "POST", mode: "no-cors", body: "x" })
    cf code fetch-preflight  fetch("$T", { method: "PUT", headers: { "X-A": "b" } })
    cf code fetch-credentials  fetch("$T", { mode: "no-cors", credentials: "include" })
    cf code fetch-keepalive  fetch("$T", { mode: "no-cors", keepalive: true })
    c- code fetch-later  fetchLater("$T", { activateAfter: 0 })
    cf code fetch-leaving  addEventListener("pagehide", () => fetch("$T", { mode: "no-cors", keepalive: true })); location = "about:blank"
    cf code fetch-priority  fetch("$T", { mode: "no-cors", priority: "high" })
    cf code fetch-redirect-301  fetch("$O/go/301/$N", { mode: "no-cors" })
    cf code fetch-redirect-302  fetch("$O/go/302/$N", { mode: "no-cors" })
    cf code fetch-redirect-303  fetch("$O/go/303/$N", { mode: "no-cors", method: "POST" })
    cf code fetch-redirect-307  fetch("$O/go/307/$N", { mode: "no-cors", method: "POST", body: "x" })
    cf code fetch-redirect-308  fetch("$O/go/308/$N", { mode: "no-cors", method: "POST", body: "x" })
    cf code fetch-redirect-twice  fetch("$O/twice/302/$N", { mode: "no-cors" })
    cf code fetch-attribution  fetch("$T", { mode: "no-cors", attributionReporting: { eventSourceEligible: true, triggerEligible: false } })
    cf code xhr  const r = new XMLHttpRequest(); r.open("GET", "$T"); r.send()
    cf code xhr-post  const r = new XMLHttpRequest(); r.open("POST", "$T"); r.send("x")
    cf code xhr-waiting  const r = new XMLHttpRequest(); r.open("GET", "$T", false); r.send()
    cf code xhr-redirect  const r = new XMLHttpRequest(); r.open("GET", "$O/go/302/$N"); r.send()
    cf code xhr-upload  const r = new XMLHttpRequest(); r.upload.onprogress = () => {}; r.open("POST", "$T"); r.send("x")
    cf code beacon  navigator.sendBeacon("$T", "x")
    cf code beacon-blob  navigator.sendBeacon("$T", new Blob(["x"], { type: "text/plain" }))
    cf code beacon-redirect  navigator.sendBeacon("$O/go/307/$N", "x")
    cf code beacon-leaving  addEventListener("pagehide", () => navigator.sendBeacon("$T")); location = "about:blank"
    cf code events  new EventSource("$T")
    cf code events-credentials  new EventSource("$T", { withCredentials: true })
    cf code events-redirect  new EventSource("$O/go/301/$N")
    cf code socket  new WebSocket("ws://$H/$N")
    cf code socket-protocol  new WebSocket("ws://$H/$N", ["a"])
    cf code socket-by-http  new WebSocket("$T")
    c- code socket-stream  new WebSocketStream("ws://$H/$N")
    -- code socket-secure  new WebSocket("wss://$H/$N")
    -- code web-transport  new WebTransport("https://$H/$N")
    -- code rtc-stun  const c = new RTCPeerConnection({ iceServers: [{ urls: "stun:$H" }] }); c.createDataChannel("a"); c.createOffer().then(o => c.setLocalDescription(o))
    -- code rtc-turn  const c = new RTCPeerConnection({ iceServers: [{ urls: "turn:$H", username: "a", credential: "b" }] }); c.createDataChannel("a"); c.createOffer().then(o => c.setLocalDescription(o))
    -- code rtc-turn-tcp  const c = new RTCPeerConnection({ iceServers: [{ urls: "turn:$H?transport=tcp", username: "a", credential: "b" }] }); c.createDataChannel("a"); c.createOffer().then(o => c.setLocalDescription(o))
    -- code rtc-peer  (async () => { const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()]; a.createDataChannel("a"); await a.setLocalDescription(await a.createOffer()); await b.setRemoteDescription(a.localDescription); await b.setLocalDescription(await b.createAnswer()); await a.setRemoteDescription(b.localDescription); const [ip, port] = "$H".split(":"); for (const kind of ["udp", "tcp"]) await a.addIceCandidate({ candidate: `candidate:1 1 ${kind} 2122260223 ${ip} ${port} typ host${kind == "tcp" ? " tcptype passive" : ""}`, sdpMid: "0", sdpMLineIndex: 0 }) })()
    cf code image-bitmap  fetch("$T", { mode: "no-cors" }).then(r => r.blob()).then(createImageBitmap)
    -- code background-fetch  navigator.serviceWorker.register("$O/extra/$N", { scope: "$O/extra/$N/" }).then(r => r.backgroundFetch.fetch("a", ["$T"]))
      > text/javascript  onfetch = () => {}
    c- code payment  new PaymentRequest([{ supportedMethods: "$T" }], { total: { label: "a", amount: { currency: "EUR", value: "1" } } }).canMakePayment()
    c- code identity  navigator.credentials.get({ identity: { providers: [{ configURL: "$T", clientId: "a" }] } })
    -- code interest-group  navigator.joinAdInterestGroup({ owner: "https://$H", name: "a", biddingLogicURL: "https://$H/$N" }, 9)
    -- code shared-storage  sharedStorage.createWorklet("$T")
    -- page attribution-image  <img attributionsrc="$T" src="data:,">
    cf page topics-frame  <iframe browsingtopics src="$T"></iframe>

    # Frames
    cf page iframe  <iframe src="$T"></iframe>
    cf page iframe-redirect-301  <iframe src="$O/go/301/$N"></iframe>
    cf page iframe-redirect-302  <iframe src="$O/go/302/$N"></iframe>
    cf page iframe-redirect-303  <iframe src="$O/go/303/$N"></iframe>
    cf page iframe-redirect-307  <iframe src="$O/go/307/$N"></iframe>
    cf page iframe-redirect-308  <iframe src="$O/go/308/$N"></iframe>
    cf page iframe-redirect-twice  <iframe src="$O/twice/302/$N"></iframe>
    cf page iframe-sandbox  <iframe sandbox src="$T"></iframe>
    cf page iframe-lazy  <iframe loading=lazy src="$T"></iframe>
    cf page iframe-credentialless  <iframe credentialless src="$T"></iframe>
    cf page iframe-in-iframe  <iframe srcdoc='<iframe src="$T"></iframe>'></iframe>
    cf page iframe-srcdoc  <iframe srcdoc='<img src="$T">'></iframe>
    cf page iframe-srcdoc-script  <iframe srcdoc='<script>fetch("$T", { mode: "no-cors" })</script>'></iframe>
    cf page iframe-srcdoc-refresh  <iframe srcdoc='<meta http-equiv=refresh content="0; url=$T">'></iframe>
    -- page iframe-data  <iframe src='data:text/html,<img src="$T">'></iframe>
    -- page iframe-data-script  <iframe src='data:text/html,<script>location="$T"</script>'></iframe>
    cf page iframe-javascript  <iframe src='javascript:"<img src=$T>"'></iframe>
    cf page iframe-javascript-location  <iframe src='javascript:location="$T"'></iframe>
    -- page iframe-view-source  <iframe src="view-source:$T"></iframe>
    cf code iframe-blob  const f = document.createElement("iframe"); f.src = URL.createObjectURL(new Blob(['<img src="$T">'], { type: "text/html" })); document.body.append(f)
    cf code iframe-blob-refresh  const f = document.createElement("iframe"); f.src = URL.createObjectURL(new Blob(['<meta http-equiv=refresh content="0; url=$T">'], { type: "text/html" })); document.body.append(f)
    cf code iframe-location  const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.location = "$T"
    cf code iframe-write  const f = document.createElement("iframe"); document.body.append(f); f.contentDocument.write('<img src="$T">')
    cf code iframe-blank-fetch  const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.fetch("$T", { mode: "no-cors" })
    cf code iframe-target  document.body.innerHTML = '<iframe name=inside></iframe><a id=a target=inside href="$T">.</a>'; document.getElementById("a").click()
    cf code iframe-open  document.body.innerHTML = '<iframe name=within></iframe>'; open("$T", "within")
    cf page frameset  <html><frameset><frame src="$T"></frameset></html>
    cf page object  <object data="$T"></object>
    cf page object-page  <object type="text/html" data="$T"></object>
    cf page object-redirect  <object type="text/html" data="$O/go/302/$N"></object>
    cf page embed  <embed src="$T">
    cf page embed-page  <embed type="text/html" src="$T">
    -- page fenced-frame  <fencedframe src="$T"></fencedframe>
    -- page portal  <portal src="$T"></portal>
    -f page xslt  <iframe src="$O/extra/$N"></iframe>
      > text/xml  <?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="$T"?><a/>
    cf page xml-style  <iframe src="$O/extra/$N"></iframe>
      > text/xml  <?xml version="1.0"?><?xml-stylesheet type="text/css" href="$T"?><a/>
    -- page xml-entity  <iframe src="$O/extra/$N"></iframe>
      > text/xml  <?xml version="1.0"?><!DOCTYPE a SYSTEM "$T"><a/>
    cf page xhtml-image  <iframe src="$O/extra/$N"></iframe>
      > application/xhtml+xml  <html xmlns="http://www.w3.org/1999/xhtml"><body><img src="$T"/></body></html>

    # Navigation of a frame
    cf page refresh  <meta http-equiv=refresh content="0; url=$T">
    cf page refresh-redirect  <meta http-equiv=refresh content="0; url=$O/go/302/$N">
    cf page refresh-header  .
      ^ Refresh: 0; url=$T
    cf code location  location = "$T"
    cf code location-assign  location.assign("$T")
    cf code location-replace  location.replace("$T")
    cf code location-host  history.replaceState(0, "", "/$N"); location.host = "$H"
    cf code location-document  document.location = "$T"
    cf code location-javascript  location = 'javascript:location="$T"'
    cf code navigation-navigate  navigation.navigate("$T")
    cf code link  document.body.innerHTML = '<a id=a href="$T">.</a>'; document.getElementById("a").click()
    cf code link-area  document.body.innerHTML = '<map name=m><area id=a href="$T"></map>'; document.getElementById("a").click()
    cf code link-base  document.body.innerHTML = '<base href="http://$H/"><a id=a href="$N">.</a>'; document.getElementById("a").click()
    cf code link-no-referrer  document.body.innerHTML = '<a id=a rel=noreferrer href="$T">.</a>'; document.getElementById("a").click()
    c- code link-ping  document.body.innerHTML = '<a id=a ping="$T" href="#x">.</a>'; document.getElementById("a").click()
    c- code area-ping  document.body.innerHTML = '<map name=m><area id=a ping="$T" href="#x"></map>'; document.getElementById("a").click()
    cf code form-get  document.body.innerHTML = '<form id=f action="$T"></form>'; document.getElementById("f").submit()
    cf code form-post  document.body.innerHTML = '<form id=f method=post action="$T"></form>'; document.getElementById("f").submit()
    cf code form-multipart  document.body.innerHTML = '<form id=f method=post enctype="multipart/form-data" action="$T"><input name=a></form>'; document.getElementById("f").submit()
    cf code form-text  document.body.innerHTML = '<form id=f method=post enctype="text/plain" action="$T"></form>'; document.getElementById("f").submit()
    cf code form-redirect-307  document.body.innerHTML = '<form id=f method=post action="$O/go/307/$N"></form>'; document.getElementById("f").submit()
    cf code form-redirect-303  document.body.innerHTML = '<form id=f method=post action="$O/go/303/$N"></form>'; document.getElementById("f").submit()
    cf code form-button  document.body.innerHTML = '<form><button id=b formaction="$T">.</button></form>'; document.getElementById("b").click()
    cf code form-input  document.body.innerHTML = '<form method=post><input type=submit id=b formaction="$T"></form>'; document.getElementById("b").click()
    cf code form-request  document.body.innerHTML = '<form id=f action="$T"></form>'; document.getElementById("f").requestSubmit()
    cf code form-target  document.body.innerHTML = '<iframe name=within></iframe><form id=f target=within action="$T"></form>'; document.getElementById("f").submit()
    cf code form-base  document.body.innerHTML = '<base href="http://$H/"><form id=f action="$N"></form>'; document.getElementById("f").submit()
    -f code user-in-address  location = "http://127.0.0.1@$H/$N"
    cf code capitals  location = "HTTP://$H/$N"
    cf code backslashes  location = String.raw`http:\\$H\$N`
    cf code blanks  location = "ht\ntp://$H/\t$N"
    cf code number-address  const [a, p] = "$H".split(":"); location = "http://" + a.split(".").reduce((n, b) => n * 256 + +b, 0) + ":" + p + "/$N"
    cf code hex-address  const [a, p] = "$H".split(":"); location = "http://0x" + a.split(".").map(b => (+b).toString(16).padStart(2, "0")).join("") + ":" + p + "/$N"
    cf code short-address  const [a, p] = "$H".split(":"); location = "http://127." + a.split(".")[3] + ":" + p + "/$N"
    cf code octal-address  const [a, p] = "$H".split(":"); location = "http://0177.0.0.0" + a.split(".")[3] + ":" + p + "/$N"
    cf code escaped-address  location = "http://%31" + "$H/$N".slice(1)
    cf code wide-address  location = "http://\uff11" + "$H/$N".slice(1)
    -- code mapped-address  const [a, p] = "$H".split(":"); fetch("http://[::ffff:" + a + "]:" + p + "/$N", { mode: "no-cors" })
    cf code mapped-name  const [a, p] = "$H".split(":"); fetch("http://" + a + ".:" + p + "/$N", { mode: "no-cors" })
    -- code secure-image  new Image().src = "https://$H/$N"
    -- code secure-fetch  fetch("https://$H/$N", { mode: "no-cors" })
    -- code ftp  new Image().src = "ftp://$H/$N"

    # What browsers report
    cf page csp-report  <img src="data:image/gif,x">
      ^ Content-Security-Policy: img-src 'none'; report-uri $T
    -- page csp-report-to  <img src="data:image/gif,x">
      ^ Content-Security-Policy: img-src 'none'; report-to a
      ^ Reporting-Endpoints: a="$T"
    cf page csp-report-only  <img src="data:image/gif,x">
      ^ Content-Security-Policy-Report-Only: img-src 'none'; report-uri $T
    -- page report-group  <script>document.write("<img src='data:,'>")</script>
      ^ Report-To: {"group":"default","max_age":99,"endpoints":[{"url":"$T"}]}
    -- page error-log  <img src="/missing">
      ^ NEL: {"report_to":"default","max_age":99,"success_fraction":1}
      ^ Report-To: {"group":"default","max_age":99,"endpoints":[{"url":"$T"}]}
    -- page opener-report  .
      ^ Cross-Origin-Opener-Policy-Report-Only: same-origin; report-to="a"
      ^ Reporting-Endpoints: a="$T"
    -- page source-map  <script>1//# sourceMappingURL=$T</script>
      ^ SourceMap: $T
    -- page other-service  .
      ^ Alt-Svc: h2="$H"; ma=99

    # With a finger, in the whole window
    -f tap tap-link  <a href="$T">
    -f tap tap-link-new  <a target=_blank href="$T">
    -f tap tap-link-new-opener  <a target=_blank rel=opener href="$T">
    -f tap tap-link-named  <a target=elsewhere href="$T">
    -f tap tap-link-redirect-301  <a href="$O/go/301/$N">
    -f tap tap-link-redirect-302  <a href="$O/go/302/$N">
    -f tap tap-link-redirect-303  <a href="$O/go/303/$N">
    -f tap tap-link-redirect-307  <a href="$O/go/307/$N">
    -f tap tap-link-redirect-308  <a href="$O/go/308/$N">
    -f tap tap-link-redirect-twice  <a href="$O/twice/302/$N">
    -f tap tap-link-new-redirect  <a target=_blank href="$O/go/302/$N">
    -f tap tap-link-download  <a download href="$T">
    -f tap tap-link-download-redirect  <a download href="$O/go/302/$N">
    -- tap tap-link-ping  <a ping="$T" href="#x">
    -- tap tap-link-javascript  <a href='javascript:location="$T"'>
    -- tap tap-link-view-source  <a href="view-source:$T">
    -- tap tap-link-data  <a href='data:text/html,<script>location="$T"</script>'>
    -f tap tap-link-refresh  <a href="$O/extra/$N">
      > text/html  <meta http-equiv=refresh content="0; url=$T">
    -f tap tap-link-script  <a href="$O/extra/$N">
      > text/html  <script>location = "$T"</script>
    -- tap tap-link-mail  <a href="mailto:a@b.example?body=$T">
    -- tap tap-link-telephone  <a href="tel:1">
    -- tap tap-link-intent  <a href="intent://$H/$N#Intent;scheme=http;end">
    -- tap tap-link-scheme  <a href="web+rotunda:$T">
    -- tap tap-link-file  <a href="file:///etc/hostname">
    -f tap-form tap-form-get  <form action="$T"></form>
    -f tap-form tap-form-post  <form method=post action="$T"></form>
    -f tap-form tap-form-new  <form target=_blank action="$T"></form>
    -f tap-form tap-form-redirect  <form method=post action="$O/go/307/$N"></form>
    -f tap-code tap-open  open("$T")
    -f tap-code tap-open-window  open("$T", "a", "width=300,height=300")
    -f tap-code tap-open-no-opener  open("$T", "_blank", "noopener")
    -f tap-code tap-open-redirect  open("$O/go/302/$N")
    -f tap-code tap-open-blank  const w = open(); w.location = "$T"
    -- tap-code tap-open-write  const w = open(); w.document.write('<img src="$T">')
    -- tap-code tap-open-blob  open(URL.createObjectURL(new Blob(['<meta http-equiv=refresh content="0; url=$T">'], { type: "text/html" })))
    -- tap-code tap-open-javascript  open('javascript:location="$T"')
    -- tap-code tap-open-view-source  open("view-source:$T")
    -- tap-code tap-open-self  open("$T", "_self")
    -- tap-code tap-location  location = "$T"
    -- tap-code tap-location-replace  location.replace("$T")
    -- tap-code tap-navigate  navigation.navigate("$T")
    -- tap-code tap-click-control  const a = document.createElement("a"); a.href = "$T"; a.dispatchEvent(new MouseEvent("click", { ctrlKey: true }))
    -- tap-code tap-click-shift  const a = document.createElement("a"); a.href = "$T"; a.dispatchEvent(new MouseEvent("click", { shiftKey: true }))
    -- tap-code tap-icon  document.head.innerHTML += '<link rel=icon href="$T">'
    -- tap-code tap-touch-icon  document.head.innerHTML += '<link rel=apple-touch-icon href="$T">'
    -- tap-code tap-manifest  document.head.innerHTML += '<link rel=manifest href="$T">'
    -- tap-code tap-share  navigator.share({ url: "$T" })
    -- tap-code tap-payment  new PaymentRequest([{ supportedMethods: "$T" }], { total: { label: "a", amount: { currency: "EUR", value: "1" } } }).show()
    -- tap-code tap-identity  navigator.credentials.get({ identity: { providers: [{ configURL: "$T", clientId: "a" }] } })
    -- tap-code tap-notification  Notification.requestPermission().then(() => new Notification("a", { icon: "$T" }))
    -- tap-code tap-handler  navigator.registerProtocolHandler("web+rotunda", location.origin + "/%s"); location = "web+rotunda:$T"
    """#
}
