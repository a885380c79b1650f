"use strict";

const $ = (id) => document.getElementById(id);
let texts = {}, days = [], state = null, subject = null, opener = null;
let language = "";
const MOST_BYTES = 20 * 1024 * 1024;

// The value goes in by a function: in a text, dollar signs would have a meaning.
function t(name, value) { return (texts[name] || name).replace("%s", () => value === undefined ? "" : value); }

// Elements are made of text, never of HTML.
function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name in element && name !== "list") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Requests.

async function ask(method, path, body) {
  const separator = path.includes("?") ? "&" : "?";
  const options = { method, credentials: "same-origin", cache: "no-store", redirect: "error" };
  if (method === "POST") {
    options.body = body instanceof Blob ? body : new URLSearchParams(body || []).toString();
    options.headers = {
      "Content-Type": body instanceof Blob ? "application/octet-stream" : "application/x-www-form-urlencoded",
    };
  }
  let response;
  try {
    response = await fetch(path + separator + "language=" + encodeURIComponent(language), options);
  } catch {
    throw new Error(t("offline"));
  }
  if (response.status === 401) {
    showConnect();
    throw new Error(t("over"));
  }
  if (response.status === 413) throw new Error(t("tooLarge"));
  if (response.status === 204) return null;
  if (response.headers.get("Content-Type") === "image/png") return response.blob();
  const answer = await response.json();
  // Another operator has changed the configuration.
  if (!response.ok && answer.state) take(answer.state);
  if (!response.ok) throw new Error(answer.error || String(response.status));
  return answer;
}

function complain(error) {
  const place = $("form").open ? $("form-problem") : $("problem");
  place.textContent = error.message;
  $("note").textContent = "";
}

function calm() { for (const id of ["problem", "form-problem", "note"]) $(id).textContent = ""; }

// Runs a request for the operator, and shows what went wrong.
async function attempt(work) {
  calm();
  document.body.setAttribute("aria-busy", "true");
  try {
    await work();
    return true;
  } catch (error) {
    complain(error);
    return false;
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

// Texts.

async function readWords() {
  const words = await ask("GET", "/words");
  texts = words.texts;
  days = words.days;
  language = words.language;
  document.documentElement.lang = words.language;
  document.documentElement.dir = words.isRightToLeft ? "rtl" : "ltr";
  document.title = t("title");
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  $("shot").alt = t("lookAlt");
  $("language").replaceChildren(...words.languages.map((item) =>
    make("option", { value: item.word, textContent: item.label, lang: item.word,
      selected: words.language.startsWith(item.word) })));
}

// The session.

function showConnect() {
  state = null;
  $("editor").hidden = $("bar").hidden = true;
  if ($("form").open) $("form").close();
  $("connect").hidden = false;
}

async function enter(code) {
  state = await ask("POST", "/enter", [["code", code]]);
  $("connect").hidden = true;
  $("editor").hidden = $("bar").hidden = false;
  show();
  // Changes of an earlier session.
  if (state.lost) throw new Error(state.lost);
}

function showLeft() {
  if (!state) return;
  const minutes = Math.max(0, Math.ceil((state.ends - Date.now()) / 60000));
  const words = new Intl.NumberFormat(language, { style: "unit", unit: "minute", unitDisplay: "long" });
  $("left").textContent = t("timeLeft") + ": " + words.format(minutes);
  if (Date.now() > state.ends) end();
}

function end() {
  state = null;
  $("editor").hidden = $("bar").hidden = $("connect").hidden = true;
  if ($("form").open) $("form").close();
  $("over").hidden = false;
  $("main").focus();
}

function take(answer) {
  state = answer;
  show();
}

function show() {
  state.ends = state.ends || Date.now() + state.seconds * 1000;
  $("changed").textContent = state.changed ? t("unsaved") : "";
  $("undo").disabled = !state.canUndo;
  $("redo").disabled = !state.canRedo;
  $("save").disabled = !state.changed && !state.firstRun;
  $("pin-section").hidden = !state.firstRun;
  const shelves = state.shelves.map((shelf) => make("div", {},
    shelf.name ? make("h3", { textContent: shelf.name }) : null, list(shelf.tiles)));
  $("shelves").replaceChildren(...shelves);
  showLeft();
}

function fileAddress(path) { return "/file?path=" + encodeURIComponent(path); }

function list(tiles) {
  return make("ul", { className: "tiles" }, ...tiles.map((tile) => make("li", {},
    make("button", { type: "button", className: "tile", id: "tile-" + tile.id, "aria-label": t("edit", tile.name),
      onclick: (event) => open({ subject: "tile", id: tile.id }, event.currentTarget) },
    tile.picture ? make("img", { src: fileAddress(tile.picture), alt: "", loading: "lazy" })
      : make("span", { className: "blank" }),
    make("span", { className: "name" }, tile.name,
      tile.barrier ? make("span", { className: "barrier", textContent: tile.barrier }) : null)),
    tile.inside.length ? list(tile.inside) : null)));
}

// Forms.

async function open(what, from) {
  await attempt(async () => {
    const form = await ask("GET", "/form?subject=" + what.subject + "&id=" + encodeURIComponent(what.id || ""));
    subject = what;
    openDialog(form.title, from, formRows(form));
  });
}

function openDialog(title, from, rows) {
  $("form-title").textContent = title;
  $("form-rows").replaceChildren(...rows);
  $("form-problem").textContent = "";
  if (from) opener = from;
  if (!$("form").open) {
    $("form").showModal();
    $("form-title").focus();
  }
}

function formRows(form) {
  const rows = form.rows.filter((row) => row.id !== "+folder").map((row) => rowElement(row, form));
  if (form.picture) rows.splice(rows.findIndex((row) => row.dataset.row === "picture") + 1, 0, crop(form));
  if (form.hasText) rows.push(make("button", { type: "button", textContent: t("text"), onclick: editText }));
  return rows;
}

async function send(row, fields) {
  await attempt(async () => {
    const focused = document.activeElement && document.activeElement.id;
    const answer = await ask("POST", "/change",
      [["subject", subject.subject], ["id", subject.id || ""], ["row", row], ...fields]);
    if (answer.state) take(answer.state);
    if (!answer.form) return $("form").close();
    if (row === "+move") subject = { subject: "move", id: subject.id };
    openDialog(answer.form.title, null, formRows(answer.form));
    const same = focused && $(focused);
    (same || $("form-title")).focus();
  });
}

function rowElement(row, form) {
  const id = "row-" + row.id.replace(/[^a-z0-9-]/gi, "_");
  const isLocked = row.barrier !== null;
  const element = make("div", { className: "field", "data-row": row.id });
  const help = isLocked ? make("p", { className: "help", id: id + "-help", textContent: row.barrier }) : null;
  const common = { id, disabled: isLocked };
  if (isLocked) common["aria-describedby"] = id + "-help";
  const label = () => make("label", { htmlFor: id, textContent: row.label });
  const value = (event) => send(row.id, [["value", event.currentTarget.value]]);

  switch (row.kind) {
  case "toggle":
    element.append(make("div", { className: "check" },
      make("input", { ...common, type: "checkbox", checked: row.value,
        onchange: (event) => send(row.id, [["value", String(event.currentTarget.checked)]]) }), label()));
    break;
  case "choice":
    element.append(label(), make("select", { ...common, onchange: value },
      row.value === null ? make("option", { value: "", textContent: t("none"), selected: true }) : null,
      ...row.options.map((option) => make("option", { value: option.word, textContent: option.label,
        selected: option.word === row.value }))));
    break;
  case "words":
    element.replaceChildren(make("fieldset", { disabled: isLocked }, make("legend", { textContent: row.label }),
      ...row.options.map((option, index) => make("div", { className: "check" },
        make("input", { type: "checkbox", id: id + "-" + index, checked: row.value.includes(option.word),
          value: option.word, onchange: (event) => {
            const boxes = [...event.currentTarget.closest("fieldset").querySelectorAll("input")];
            send(row.id, boxes.filter((box) => box.checked).map((box) => ["value", box.value]));
          } }),
        make("label", { htmlFor: id + "-" + index, textContent: option.label })))));
    break;
  case "number":
    element.append(label(), make("input", { ...common, type: "number", step: "any", min: row.least, max: row.most,
      value: row.value === null ? "" : row.value, onchange: value }),
    make("p", { className: "help", textContent: row.shown }));
    break;
  case "color":
    element.append(label(), make("input", { ...common, type: "color", value: row.value || "#808080",
      onchange: value }));
    break;
  case "text": case "address":
    element.append(label(), make("input", { ...common, type: row.kind === "address" ? "url" : "text",
      maxLength: row.limit, value: row.value, autocomplete: "off", onchange: value }));
    break;
  case "texts":
    element.replaceChildren(translated(row, id, isLocked));
    break;
  case "picture":
    element.append(label(), make("select", { ...common, onchange: value },
      make("option", { value: "", textContent: t("none"), selected: row.value === null }),
      ...row.pictures.map((path) => make("option", { value: path, textContent: path.split("/").pop(),
        selected: path === row.value }))));
    if (!isLocked) element.append(uploader(id + "-upload", (path) => send(row.id, [["value", path]])));
    break;
  case "hours":
    element.replaceChildren(hours(row, id, isLocked));
    break;
  case "action":
    element.append(make("button", { ...common, type: "button", textContent: row.label,
      className: row.value ? "grave" : "", onclick: () => send(row.id, [["value", ""]]) }));
    break;
  default:
    element.append(make("p", {}, make("strong", { textContent: row.label }), make("br"), row.value));
  }
  if (help) element.append(help);
  return element;
}

function translated(row, id, isLocked) {
  const fields = [{ word: "", label: t("default") }, ...row.languages];
  const read = (box) => [...box.querySelectorAll("input")].map((input) => [input.name, input.value]);
  return make("fieldset", { disabled: isLocked }, make("legend", { textContent: row.label }),
    ...fields.map((field, index) => make("div", { className: "field" },
      make("label", { htmlFor: id + "-" + index, textContent: field.label }),
      make("input", { id: id + "-" + index, name: field.word ? "value." + field.word : "value", maxLength: 2000,
        autocomplete: "off", lang: field.word || language,
        value: field.word ? row.translations[field.word] || "" : row.value,
        onchange: (event) => send(row.id, read(event.currentTarget.closest("fieldset"))) }))));
}

function hours(row, id, isLocked) {
  const chosen = row.value || [];
  const read = (event) => {
    const box = event.currentTarget.closest("fieldset");
    const marked = [...box.querySelectorAll("input[type=checkbox]")].filter((day) => day.checked);
    const times = ["from", "until"].map((name) => [name, box.querySelector("[name=" + name + "]").value]);
    send(row.id, [...marked.map((day) => ["day", day.value]), ...times]);
  };
  return make("fieldset", { disabled: isLocked }, make("legend", { textContent: row.label }),
    row.value === null ? make("p", { className: "help", textContent: t("always") }) : null,
    ...days.map((day, index) => make("div", { className: "check" },
      make("input", { type: "checkbox", id: id + "-" + index, value: String(index),
        checked: chosen.includes(index), onchange: read }),
      make("label", { htmlFor: id + "-" + index, textContent: day }))),
    ...["from", "until"].map((name) => make("div", { className: "field" },
      make("label", { htmlFor: id + "-" + name, textContent: t(name) }),
      make("input", { type: "time", id: id + "-" + name, name, required: true,
        value: row[name] || (name === "from" ? "09:00" : "18:00"),
        onchange: row.value === null ? null : read }))));
}

// A picture from this phone goes to the kiosk as it is.
function uploader(id, done) {
  const status = make("p", { className: "help", role: "status" });
  return make("div", { className: "field" },
    make("label", { htmlFor: id, textContent: t("upload") }),
    make("input", { type: "file", id, accept: "image/png,image/jpeg,image/webp", onchange: (event) => {
      const file = event.currentTarget.files[0];
      if (!file) return;
      attempt(async () => {
        if (file.size > MOST_BYTES) throw new Error(t("tooLarge"));
        status.textContent = t("uploading");
        try {
          const answer = await ask("POST", "/upload", file.slice());
          await done(answer.path, file.name);
        } finally {
          status.textContent = "";
        }
      });
    } }), status);
}

// Returns a field for the point of a picture that stays visible if it is cut. Touches and arrow keys set it.
function crop(form) {
  const point = make("span", { className: "point" });
  const image = make("img", { src: fileAddress(form.picture), alt: "" });
  const place = (x, y) => { point.style.left = x * 100 + "%"; point.style.top = y * 100 + "%"; };
  const choose = (x, y) => {
    const [a, b] = [x, y].map((number) => Math.round(Math.min(1, Math.max(0, number)) * 100) / 100);
    place(a, b);
    send("picture-focus", [["x", String(a)], ["y", String(b)]]);
  };
  place(form.focus[0], form.focus[1]);
  const steps = { ArrowLeft: [-0.05, 0], ArrowRight: [0.05, 0], ArrowUp: [0, -0.05], ArrowDown: [0, 0.05] };
  const box = make("div", { className: "crop", id: "crop", tabIndex: 0, role: "application",
    "aria-label": t("focus"),
    onclick: (event) => {
      const area = image.getBoundingClientRect();
      choose((event.clientX - area.left) / area.width, (event.clientY - area.top) / area.height);
    },
    onkeydown: (event) => {
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      choose(form.focus[0] + step[0], form.focus[1] + step[1]);
    } }, image, point);
  return make("div", { className: "field" }, make("p", { textContent: t("focus") }), box);
}

function textArea(label, value, done) {
  const area = make("textarea", { id: "new-text", value, maxLength: 60000, spellcheck: true });
  return [make("label", { htmlFor: "new-text", textContent: label }), area,
    make("button", { type: "button", className: "main", textContent: t("ok"), onclick: () => done(area.value) })];
}

async function editText() {
  await attempt(async () => {
    const answer = await ask("GET", "/text?id=" + encodeURIComponent(subject.id));
    openDialog($("form-title").textContent, null,
      textArea(t("text"), answer.text, (text) => send("text", [["value", text]])));
  });
}

// New tiles.

function openAdd(kind, from) {
  const name = make("input", { id: "new-name", maxLength: 200, autocomplete: "off" });
  const named = make("div", { className: "field" },
    make("label", { htmlFor: "new-name", textContent: t("name") }), name);
  const add = (value) => attempt(async () => {
    take(await ask("POST", "/add", [["kind", kind], ["name", name.value], ["value", value], ["place", ""]]));
    $("form").close();
  });
  const rows = {
    address: () => {
      const address = make("input", { id: "new-address", type: "url", inputMode: "url", maxLength: 500,
        autocomplete: "off", placeholder: "https://" });
      return [make("div", { className: "field" },
        make("label", { htmlFor: "new-address", textContent: t("address") }), address), named,
      make("button", { type: "button", className: "main", textContent: t("ok"),
        onclick: () => add(address.value) })];
    },
    picture: () => [named, uploader("new-picture", (path, file) => {
      if (!name.value) name.value = file.replace(/\.[^.]*$/, "").slice(0, 80) || t("addPicture");
      return add(path);
    })],
    text: () => [named, ...textArea(t("text"), "", add)],
  }[kind]();
  openDialog({ address: t("addPage"), picture: t("addPicture"), text: t("addText") }[kind], from, rows);
}

// Saving, and the picture of the screen.

async function save() {
  await attempt(async () => {
    const pin = $("pin").value;
    if (pin !== $("pin-again").value) throw new Error(t("pinsDiffer"));
    const isFirst = state.firstRun;
    const answer = await ask("POST", "/save", [["pin", pin]]);
    $("pin").value = $("pin-again").value = "";
    take(answer);
    $("note").textContent = t("saved");
    if (isFirst) {
      await ask("POST", "/leave");
      end();
    }
  });
}

async function look() {
  await attempt(async () => {
    await ask("POST", "/photograph");
    for (let turn = 0; turn < 25; turn += 1) {
      await new Promise((done) => { setTimeout(done, 300); });
      const picture = await ask("GET", "/picture");
      if (!picture) continue;
      URL.revokeObjectURL($("shot").src);
      $("shot").src = URL.createObjectURL(picture);
      $("shot").hidden = false;
      return;
    }
    throw new Error(t("offline"));
  });
}

async function start() {
  // The token must stay neither in the address nor in the history.
  const token = location.hash.slice(1);
  history.replaceState(null, "", "/");
  await readWords();
  $("connect").hidden = false;
  if (token) {
    await attempt(() => enter(token));
  } else {
    try {
      state = await ask("GET", "/state");
      $("connect").hidden = true;
      $("editor").hidden = $("bar").hidden = false;
      show();
    } catch { /* No session has begun yet. */ }
  }
}

$("code-form").onsubmit = (event) => {
  event.preventDefault();
  attempt(() => enter($("code").value));
};
$("language").onchange = (event) => {
  language = event.currentTarget.value;
  attempt(async () => {
    await readWords();
    if (state) take(await ask("GET", "/state"));
  });
};
$("open-screen").onclick = (event) => open({ subject: "screen" }, event.currentTarget);
$("undo").onclick = () => attempt(async () => take(await ask("POST", "/undo")));
$("redo").onclick = () => attempt(async () => take(await ask("POST", "/redo")));
$("save").onclick = save;
$("look").onclick = look;
$("leave").onclick = () => attempt(async () => {
  await ask("POST", "/leave");
  end();
});
$("form-close").onclick = () => $("form").close();
$("form").onclose = () => {
  subject = null;
  // The page may have made the list again.
  const from = opener && (document.contains(opener) ? opener : $(opener.id));
  (from || $("main")).focus();
  opener = null;
};
for (const button of document.querySelectorAll("[data-add]")) {
  button.onclick = () => openAdd(button.dataset.add, button);
}
setInterval(showLeft, 15000);
attempt(start);
