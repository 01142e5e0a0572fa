// Runs in the browser of a phone, on /photo: takes a picture of the identity document and sends it. The link's secret
// authorises this. A separate entry without React, so that it loads fast on a mobile network.
import type { PATHS } from "#contract/all-paths.ts";
import type { API_PREFIX, XSRF } from "#contract/paths.ts";
import { MAX_PICTURE_BYTES } from "#core/document/picture.ts";
import { shrinkPicture } from "#web/pictures/shrink.ts";

type PathOf<Name extends keyof typeof PATHS> = `${typeof API_PREFIX}${(typeof PATHS)[Name][1]}`;
const CHECK: PathOf<"photoLinkCheck"> = "/public-api/photo-link-check";
const UPLOAD: PathOf<"uploadPhoto"> = "/public-api/upload-photo";
const XSRF_HEADER: (typeof XSRF)["header"] = "X-XSRF-TOKEN";
/** Upload timeout, in ms: enough for ten megabytes over a slow connection. */
const UPLOAD_TIMEOUT_MS = 120_000;

const secret = location.hash.slice(1);
const sections = {
  take: element("take", HTMLElement),
  done: element("done", HTMLElement),
  dead: element("dead", HTMLElement),
};
const labels = sections.take.dataset;
/** The fields that open the camera and the gallery: browsers on Android offer only one of them in a field. */
const inputs = [element("file", HTMLInputElement), element("existing", HTMLInputElement)];
const preview = element("preview", HTMLImageElement);
const button = element("send", HTMLButtonElement);
const progress = element("progress", HTMLProgressElement);
const alert = element("alert", HTMLElement);

/** The chosen picture as it will be sent. */
let picture: Promise<Blob> | null = null;

/** Returns the element with an id. Throws if the page has none of that type. */
function element<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no #${id}`);
  return found;
}

function headers(): Record<string, string> {
  return { accept: "application/json", locale: labels["locale"] ?? "", authorization: `Bearer ${secret}` };
}

function show(name: keyof typeof sections): void {
  for (const [each, section] of Object.entries(sections)) section.hidden = each !== name;
  if (name !== "take") sections[name].querySelector("h1")?.focus();
}

/** Shows an error, or removes it if the message is empty. */
function showError(message = ""): void {
  alert.textContent = message;
  alert.hidden = message === "";
}

async function choose(input: HTMLInputElement): Promise<void> {
  const file = input.files?.item(0);
  if (!file) return;
  showError();
  const chosen = shrinkPicture(file);
  picture = chosen;
  URL.revokeObjectURL(preview.src);
  preview.src = URL.createObjectURL(file);
  preview.hidden = false;
  element("camera", HTMLElement).classList.add("second");
  element("first", HTMLElement).hidden = true;
  element("again", HTMLElement).hidden = false;
  button.hidden = false;
  button.focus();
  const { size } = await chosen;
  if (size <= MAX_PICTURE_BYTES || picture !== chosen) return;
  picture = null;
  button.hidden = true;
  showError(labels["size"]);
}

function setBusy(sending: boolean): void {
  button.disabled = sending;
  for (const input of inputs) input.disabled = sending;
  progress.hidden = !sending;
  // The progress is unknown until the first bytes have been sent.
  progress.removeAttribute("value");
  element("status", HTMLElement).textContent = sending ? (labels["sending"] ?? "") : "";
}

type Answer = { readonly status: number; readonly message: string };

/**
 * Sends a POST request. Uses XMLHttpRequest because fetch does not report upload progress. Resolves to status 0 if
 * there is no connection.
 */
function post(body: FormData): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", UPLOAD);
    const cookie =
      (/(?:^|; )__Host-XSRF-TOKEN=([^;]+)/.exec(document.cookie) ??
        /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie))?.[1] ?? "";
    const all = { ...headers(), [XSRF_HEADER]: decodeURIComponent(cookie) };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.upload.onprogress = ({ loaded, total }) => {
      progress.value = total ? loaded / total : 0;
    };
    request.onloadend = () => resolve({ status: request.status, message: messageOf(request.responseText) });
    request.send(body);
  });
}

/** Returns the message in a response, in the page's language; empty if there is none. */
function messageOf(text: string): string {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === "object" && answer && "message" in answer ? String(answer.message) : "";
  } catch {
    return "";
  }
}

async function send(): Promise<void> {
  if (!picture) return;
  showError();
  setBusy(true);
  const body = new FormData();
  body.set("document", await picture, "photo.jpg");
  const { status, message } = await post(body);
  setBusy(false);
  if (status === 200) return show("done");
  if (status === 404) return show("dead");
  showError(status === 0 ? labels["network"] : message || labels["failed"]);
}

async function begin(): Promise<void> {
  const answer = await fetch(CHECK, { headers: headers() }).catch(() => null);
  show(answer?.status === 404 ? "dead" : "take");
  if (answer === null) showError(labels["network"]);
}

for (const input of inputs) input.addEventListener("change", () => void choose(input));
button.addEventListener("click", () => void send());
void begin();
