/// A method by which a web page tries to reach a host.
struct WayOut: Sendable {
  /// The mechanism.
  enum Kind: String, Sendable {
    /// HTML, or a script, in a frame of the page.
    case page, code
    /// A link or a form that fills the window and that a finger taps, or a script that runs on a tap.
    case tap, tapForm = "tap-form", tapCode = "tap-code"
    /// Keys and mouse buttons, on a page with this HTML.
    case key
  }

  /// The input that the method needs.
  enum Sort: String, CaseIterable, Sendable {
    case page, finger, keyboard
  }

  let name: String
  let kind: Kind
  /// HTML or a script with placeholders. `$T` stands for an address of the host with the method's name, `$H`
  /// for host and port, `$N` for the name. `$O` stands for the address on the page's own server for this
  /// method and host, `$C` for host and a port of this method alone.
  let words: String
  /// The browsers in which it reaches a named host: `c` for Chromium, `f` for Firefox.
  let arrivals: Set<Character>
  /// A file that it needs from the page's own server.
  fileprivate(set) var file: (type: String, words: String)?
  /// Additional headers of the page.
  fileprivate(set) var headers: [String] = []
  /// The keys, in the notation of ``Typist``.
  fileprivate(set) var keys = ""

  var sort: Sort {
    switch kind {
    case .page, .code: .page
    case .tap, .tapForm, .tapCode: .finger
    case .key: .keyboard
    }
  }

  /// Whether traffic to the port for `$C` identifies this method. Such traffic has no path that could name
  /// it.
  var hasOwnPort: Bool { words.contains("$C") }

  /// The methods in the table.
  static let all: [WayOut] = {
    var ways: [WayOut] = []
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("  > ") {
        let parts = line.dropFirst(4).split(separator: " ", maxSplits: 1)
        ways[ways.count - 1].file = (String(parts[0]), String(parts[1].drop { $0 == " " }))
      } else if line.hasPrefix("  ^ ") {
        ways[ways.count - 1].headers.append(String(line.dropFirst(4)))
      } else if line.hasPrefix("  @ ") {
        ways[ways.count - 1].keys = String(line.dropFirst(4))
      } else {
        let parts = line.split(separator: " ", maxSplits: 3)
        guard let kind = Kind(rawValue: String(parts[1])) else { preconditionFailure("invalid: \(line)") }
        ways.append(
          WayOut(
            name: String(parts[2]), kind: kind, words: String(parts[3].drop { $0 == " " }),
            arrivals: Set(parts[0]).subtracting("-")))
      }
    }
    return ways
  }()

  /// Some methods without input, one of each sort, for a quick test.
  static let some: [WayOut] = {
    let names: Set = [
      "img", "img-redirect-302", "css-background", "script", "iframe", "iframe-redirect-307", "fetch-no-cors",
      "socket", "beacon", "form-post",
    ]
    return all.filter { names.contains($0.name) }
  }()

  /// Each line: the browsers in which it arrives, its kind, its name, its HTML. Below it: a file that it
  /// needs, a header of its page, or the keys.
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
    cf page css-data-import  <link rel=stylesheet href='data:text/css,@import "$T"'>
    cf code css-blob-import  const l = document.createElement("link"); l.rel = "stylesheet"; l.href = URL.createObjectURL(new Blob(['@import "$T"'], { type: "text/css" })); document.head.append(l)
    cf page css-background  <p style="background: url($T)">.
    cf page css-background-variable  <p style="--a: url($T); background: var(--a)">.
    cf page css-border-image  <p style="border: 9px solid; border-image: url($T) 9">.
    cf page css-list-image  <ul><li style="list-style-image: url($T)">.</ul>
    cf page css-content  <style>p::before { content: url($T) }</style><p>.
    cf page css-mask  <p style="mask-image: url($T)">.
    c- page css-clip-path  <p style="clip-path: url($T#a)">.
    cf page css-shape  <p style="float: left; width: 9px; height: 9px; shape-outside: url($T)">.
    cf page css-image-set  <p style="background: image-set('$T' 1x)">.
    c- page css-cross-fade  <p style="background: -webkit-cross-fade(url($T), none, 50%)">.
    cf page css-cursor  <style>body { cursor: url($T), auto }</style>
    cf page css-first-line  <style>p::first-line { background: url($T) }</style><p>words
    cf page css-font  <style>@font-face { font-family: a; src: url($T) } p { font-family: a }</style><p>words
    cf page css-font-redirect  <style>@font-face { font-family: a; src: url($O/go/308/$N) } p { font-family: a }</style><p>words
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
    cf page preconnect  <link rel=preconnect href="http://$C">
    -f page next  <link rel=next href="$T">
    cf page dictionary  <link rel=compression-dictionary href="$T">

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
    cf code data-module  import('data:text/javascript,import "$T"')
    cf code blob-module  import(URL.createObjectURL(new Blob(['import "$T"'], { type: "text/javascript" })))
    cf page script-data  <script src='data:text/javascript,new Image().src="$T"'></script>
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
    cf code socket-secure  new WebSocket("wss://$C/")
    c- code web-transport  new WebTransport("https://$C/")
    # Policies forbid datagrams unless a tile allows them. A Chromium that may send them sends these.
    -- code rtc-stun  const c = new RTCPeerConnection({ iceServers: [{ urls: "stun:$C" }] }); c.createDataChannel("a"); c.createOffer().then(o => c.setLocalDescription(o))
    -- code rtc-turn  const c = new RTCPeerConnection({ iceServers: [{ urls: "turn:$C", username: "a", credential: "b" }] }); c.createDataChannel("a"); c.createOffer().then(o => c.setLocalDescription(o))
    c- code rtc-turn-tcp  const c = new RTCPeerConnection({ iceServers: [{ urls: "turn:$C?transport=tcp", username: "a", credential: "b" }] }); c.createDataChannel("a"); c.createOffer().then(o => c.setLocalDescription(o))
    c- code rtc-peer  (async () => { const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()]; a.createDataChannel("a"); await a.setLocalDescription(await a.createOffer()); await b.setRemoteDescription(a.localDescription); await b.setLocalDescription(await b.createAnswer()); await a.setRemoteDescription(b.localDescription); const [ip, port] = "$C".split(":"); for (const kind of ["udp", "tcp"]) await a.addIceCandidate({ candidate: `candidate:1 1 ${kind} 2122260223 ${ip} ${port} typ host${kind == "tcp" ? " tcptype passive" : ""}`, sdpMid: "0", sdpMLineIndex: 0 }) })()
    cf code image-bitmap  fetch("$T", { mode: "no-cors" }).then(r => r.blob()).then(createImageBitmap)
    c- code payment  new PaymentRequest([{ supportedMethods: "$T" }], { total: { label: "a", amount: { currency: "EUR", value: "1" } } }).canMakePayment()
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
    cf page iframe-javascript  <iframe src='javascript:"<img src=$T>"'></iframe>
    cf page iframe-javascript-location  <iframe src='javascript:location="$T"'></iframe>
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
    -f page xslt  <iframe src="$O/extra/$N"></iframe>
      > text/xml  <?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="$T"?><a/>
    cf page xml-style  <iframe src="$O/extra/$N"></iframe>
      > text/xml  <?xml version="1.0"?><?xml-stylesheet type="text/css" href="$T"?><a/>
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
    cf code mapped-name  const [a, p] = "$H".split(":"); fetch("http://" + a + ".:" + p + "/$N", { mode: "no-cors" })
    cf code secure-image  new Image().src = "https://$C/"
    cf code secure-fetch  fetch("https://$C/", { mode: "no-cors" })
    cf page secure-frame  <iframe src="https://$C/"></iframe>
    cf page secure-script  <script src="https://$C/"></script>
    cf page secure-preload  <link rel=preload as=image href="https://$C/">

    # What browsers report
    cf page csp-report  <img src="data:image/gif,x">
      ^ Content-Security-Policy: img-src 'none'; report-uri $T
    cf page csp-report-only  <img src="data:image/gif,x">
      ^ Content-Security-Policy-Report-Only: img-src 'none'; report-uri $T

    # With a finger, in the whole window
    cf tap tap-link  <a href="$T">
    cf tap tap-link-new  <a target=_blank href="$T">
    cf tap tap-link-new-opener  <a target=_blank rel=opener href="$T">
    cf tap tap-link-named  <a target=elsewhere href="$T">
    cf tap tap-link-redirect-301  <a href="$O/go/301/$N">
    cf tap tap-link-redirect-302  <a href="$O/go/302/$N">
    cf tap tap-link-redirect-303  <a href="$O/go/303/$N">
    cf tap tap-link-redirect-307  <a href="$O/go/307/$N">
    cf tap tap-link-redirect-308  <a href="$O/go/308/$N">
    cf tap tap-link-redirect-twice  <a href="$O/twice/302/$N">
    cf tap tap-link-new-redirect  <a target=_blank href="$O/go/302/$N">
    cf tap tap-link-download  <a download href="$T">
    cf tap tap-link-download-redirect  <a download href="$O/go/302/$N">
    c- tap tap-link-ping  <a ping="$T" href="#x">
    c- tap tap-link-javascript  <a href='javascript:location="$T"'>
    cf tap tap-link-refresh  <a href="$O/extra/$N">
      > text/html  <meta http-equiv=refresh content="0; url=$T">
    cf tap tap-link-script  <a href="$O/extra/$N">
      > text/html  <script>location = "$T"</script>
    cf tap-form tap-form-get  <form action="$T"></form>
    cf tap-form tap-form-post  <form method=post action="$T"></form>
    cf tap-form tap-form-new  <form target=_blank action="$T"></form>
    cf tap-form tap-form-redirect  <form method=post action="$O/go/307/$N"></form>
    cf tap-code tap-open  open("$T")
    cf tap-code tap-open-window  open("$T", "a", "width=300,height=300")
    cf tap-code tap-open-no-opener  open("$T", "_blank", "noopener")
    cf tap-code tap-open-redirect  open("$O/go/302/$N")
    cf tap-code tap-open-blank  const w = open(); w.location = "$T"
    cf tap-code tap-open-write  const w = open(); w.document.write('<body onclick="close()"><img src="$T"><p style="height: 100vh">')
    cf tap-code tap-open-blob  open(URL.createObjectURL(new Blob(['<meta http-equiv=refresh content="0; url=$T">'], { type: "text/html" })))
    cf tap-code tap-open-javascript  open('javascript:location="$T"')
    cf tap-code tap-open-self  open("$T", "_self")
    cf tap-code tap-location  location = "$T"
    cf tap-code tap-location-replace  location.replace("$T")
    cf tap-code tap-navigate  navigation.navigate("$T")
    cf tap-code tap-click-control  const a = document.createElement("a"); a.href = "$T"; a.dispatchEvent(new MouseEvent("click", { ctrlKey: true }))
    cf tap-code tap-click-shift  const a = document.createElement("a"); a.href = "$T"; a.dispatchEvent(new MouseEvent("click", { shiftKey: true }))
    cf tap-code tap-icon  document.head.innerHTML += '<link rel=icon href="$T">'
    -f tap-code tap-touch-icon  document.head.innerHTML += '<link rel=apple-touch-icon href="$T">'
    c- tap-code tap-manifest  document.head.innerHTML += '<link rel=manifest href="$T">'
    c- tap-code tap-payment  new PaymentRequest([{ supportedMethods: "$T" }], { total: { label: "a", amount: { currency: "EUR", value: "1" } } }).show()
    c- tap-code tap-identity  navigator.credentials.get({ identity: { providers: [{ configURL: "$T", clientId: "a" }] } })

    # With a keyboard: keys that follow what a page has put in focus
    cf key key-enter  <a autofocus href="$T">
      @ Enter
    cf key key-enter-new  <a autofocus target=_blank href="$T">
      @ Enter
    cf key key-enter-redirect  <a autofocus href="$O/go/302/$N">
      @ Enter
    cf key key-control-enter  <a autofocus href="$T">
      @ Control+Enter
    cf key key-shift-enter  <a autofocus href="$T">
      @ Shift+Enter
    c- key key-control-shift-enter  <a autofocus href="$T">
      @ Control+Shift+Enter
    c- key key-alt-enter  <a autofocus href="$T">
      @ Alt+Enter
    cf key key-tab-enter  <a href="$T">
      @ Tab Enter
    cf key key-shift-tab-enter  <a href="$T">
      @ Shift+Tab Enter
    c- key key-access  <a accesskey=x href="$T">
      @ Alt+x
    c- key key-access-shift  <a accesskey=x href="$T">
      @ Alt+Shift+x
    cf key key-space  <form action="$T"><button autofocus>.</button></form>
      @ Space
    cf key key-field  <form action="$T"><input autofocus></form>
      @ a Enter
    cf key key-field-select  <select autofocus onchange="location = this.value"><option>a<option value="$T">b</select>
      @ Down Tab
    cf key key-menu  <a autofocus href="$T">
      @ Menu Down Enter
    cf key key-menu-second  <a autofocus href="$T">
      @ Menu Down Down Enter
    cf key key-drop-page  <a autofocus href="$T">
      @ Shift+F10 Down Enter
    -f key key-quick-find  <a href="$T">
      @ ' k e y Enter

    # With a keyboard: an address where a browser takes one
    -f key key-typed-field  <input autofocus onchange="location = this.value">
      @ $T Enter
    -- key key-typed  <p>
      @ $T Enter
    -- key key-typed-control-l  <p>
      @ Control+l $T Enter
    -- key key-typed-alt-d  <p>
      @ Alt+d $T Enter
    -- key key-typed-f6  <p>
      @ F6 $T Enter
    -- key key-typed-f6-twice  <p>
      @ F6 F6 $T Enter
    -- key key-typed-control-k  <p>
      @ Control+k $T Enter
    -- key key-typed-control-e  <p>
      @ Control+e $T Enter
    -- key key-typed-control-t  <p>
      @ Control+t $T Enter
    -- key key-typed-control-n  <p>
      @ Control+n $T Enter
    -- key key-typed-control-shift-n  <p>
      @ Control+Shift+n $T Enter
    -- key key-typed-control-shift-p  <p>
      @ Control+Shift+p $T Enter
    -- key key-typed-control-shift-t  <p>
      @ Control+Shift+t $T Enter
    -- key key-typed-control-o  <p>
      @ Control+o $T Enter
    -- key key-typed-control-h  <p>
      @ Control+h Tab $T Enter
    -- key key-typed-control-shift-a  <p>
      @ Control+Shift+a $T Enter
    -- key key-typed-alt-home  <p>
      @ Alt+Home Control+l $T Enter
    -- key key-typed-control-u  <p>
      @ Control+u Control+l $T Enter
    -- key key-typed-f11  <p>
      @ F11 Control+l $T Enter F11
    -- key key-typed-alt-f  <p>
      @ Alt+f Down Enter Control+l $T Enter
    -- key key-typed-tab  <p>
      @ Tab Tab Tab $T Enter
    -- key key-typed-developer-tools  <p>
      @ F12 Control+l $T Enter
    -- key key-typed-console  <p>
      @ Control+Shift+k l o c a t i o n = ' $T ' Enter
    -- key key-typed-chromium-console  <p>
      @ Control+Shift+j l o c a t i o n = ' $T ' Enter
    -- key key-pasted  <input autofocus value="$T">
      @ Control+a Control+c Control+l Control+v Enter
    -- key key-pasted-new-tab  <input autofocus value="$T">
      @ Control+a Control+c Control+t Control+v Enter
    -- key key-pasted-middle  <input autofocus value="$T">
      @ Control+a Control+x Tab Middle
    cf key key-middle-link  <a href="$T">
      @ Middle
    cf key key-control-click  <a href="$T">
      @ Control+Left
    cf key key-shift-click  <a href="$T">
      @ Shift+Left
    c- key key-alt-click  <a href="$T">
      @ Alt+Left
    cf key key-right-click  <a href="$T">
      @ Right Down Enter
    """#
}
