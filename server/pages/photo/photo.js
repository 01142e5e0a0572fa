// Runs in the browser of a phone, on /photo: takes the picture of a document and sends it by the link's secret.

const secret = location.hash.slice(1);
/** @type {<T extends HTMLElement>(id: string) => T} */
const at = (id) => document.getElementById(id);
const { locale = "", network = "", failed = "", size = "", sending: inWords = "" } = at("take").dataset;
/** @type {HTMLInputElement} */
const input = at("file");
/** @type {HTMLImageElement} */
const image = at("preview");
/** @type {HTMLButtonElement} */
const button = at("send");
/** @type {HTMLProgressElement} */
const progress = at("progress");
const MAX_BYTES = 10 * 1024 * 1024;
/** What the server keeps at most: more would only be sent for nothing. */
const LONGEST_SIDE = 3000;

/** @type {Blob | null} */
let picture = null;
let preview = "";

const headers = () => ({ accept: "application/json", locale, authorization: `Bearer ${secret}` });

/** @param {"take" | "done" | "dead"} name */
function show(name) {
  for (const id of ["take", "done", "dead"]) at(id).hidden = id !== name;
  if (name !== "take") at(name).querySelector("h1").focus();
}

/** @param {string} message */
function complain(message) {
  at("alert").textContent = message;
  at("alert").hidden = message === "";
}

/**
 * A JPEG of a side that is kept, where this browser can read the picture; else the file as it is.
 * @param {File} file
 * @returns {Promise<Blob>}
 */
async function smaller(file) {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  if (scale === 1 && file.type === "image/jpeg" && file.size < MAX_BYTES / 4) return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return (await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9))) ?? file;
}

async function choose() {
  const file = input.files?.item(0);
  if (!file) return;
  complain("");
  picture = await smaller(file);
  URL.revokeObjectURL(preview);
  preview = URL.createObjectURL(picture);
  image.src = preview;
  image.hidden = false;
  at("camera").classList.add("second");
  document.querySelector("[data-first]").hidden = true;
  document.querySelector("[data-again]").hidden = false;
  const tooLarge = picture.size > MAX_BYTES;
  if (tooLarge) complain(size);
  button.hidden = tooLarge;
  if (!tooLarge) button.focus();
}

/** @param {boolean} sending */
function busy(sending) {
  button.disabled = sending;
  input.disabled = sending;
  progress.hidden = !sending;
  at("status").textContent = sending ? inWords : "";
}

/**
 * XMLHttpRequest, for it alone tells how much has gone. Answers the status, 0 without a connection, and the words.
 * @param {FormData} body
 * @returns {Promise<{ status: number, message: string }>}
 */
function post(body) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/public-api/upload-photo");
    const cookie = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? "";
    const all = { ...headers(), "X-XSRF-TOKEN": decodeURIComponent(cookie) };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    request.timeout = 120_000;
    request.upload.onprogress = ({ loaded, total }) => (progress.value = total ? loaded / total : 0);
    request.onloadend = () => resolve({ status: request.status, message: wordsOf(request.responseText) });
    request.send(body);
  });
}

/**
 * The sentence of an answer, in the page's language.
 * @param {string} text
 */
function wordsOf(text) {
  try {
    /** @type {unknown} */
    const answer = JSON.parse(text);
    return typeof answer === "object" && answer && "message" in answer ? String(answer.message) : "";
  } catch {
    return "";
  }
}

async function send() {
  const body = new FormData();
  body.set("document", picture, "photo.jpg");
  complain("");
  busy(true);
  const { status, message } = await post(body);
  busy(false);
  if (status === 200) return show("done");
  if (status === 404) return show("dead");
  complain(status === 0 ? network : message || failed);
}

async function begin() {
  const answer = await fetch("/public-api/photo-link-check", { headers: headers() }).catch(() => null);
  show(answer?.status === 404 ? "dead" : "take");
  if (answer === null) complain(network);
}

input.addEventListener("change", () => void choose());
button.addEventListener("click", () => void send());
void begin();
