// Runs in the browser, on /docs: sends a form as the call that it describes and shows the answer.
import type { XSRF } from "#contract/paths.ts";

const XSRF_HEADER: (typeof XSRF)["header"] = "X-XSRF-TOKEN";

const session = document.querySelector<HTMLFormElement>("#session");
if (!session) throw new Error("The page has no #session");

/** The text of a field, or an empty one. */
function valueOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** Sends the form; fields are named "path:…", "query:…", "body" or "document". */
function request(form: HTMLFormElement, shared: HTMLFormElement): Promise<Response> {
  const { method = "GET", path = "" } = form.dataset;
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of new FormData(form)) {
    const [place, field = ""] = name.split(":");
    if (typeof value !== "string") continue;
    if (place === "path") filled = filled.replace(`{${field}}`, encodeURIComponent(value));
    if (place === "query") query.set(field, value);
  }
  return fetch(query.size > 0 ? `${filled}?${query}` : filled, {
    method,
    headers: headersOf(form, shared),
    body: method === "POST" ? bodyOf(form) : null,
  });
}

function headersOf(form: HTMLFormElement, shared: HTMLFormElement): Headers {
  const headers = new Headers({ accept: "application/json", locale: valueOf(shared, "locale") });
  const [checkoutId, token] = [valueOf(shared, "checkoutId"), valueOf(shared, "token")];
  if (checkoutId) headers.set("checkoutId", checkoutId);
  if (token) headers.set("authorization", `Bearer ${token}`);
  const cookie = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
  if (cookie && form.dataset["method"] === "POST") headers.set(XSRF_HEADER, decodeURIComponent(cookie));
  if (form.elements.namedItem("body")) headers.set("content-type", "application/json");
  return headers;
}

function bodyOf(form: HTMLFormElement): FormData | string {
  return form.elements.namedItem("document") ? new FormData(form) : valueOf(form, "body");
}

/** The part of an answer that the next calls need. */
type Kept = { readonly id?: unknown; readonly body?: { readonly token?: unknown } | null } | null;

/** Keeps a new checkout and a new token for the next calls. */
function remember(shared: HTMLFormElement, path: string, answer: Kept): void {
  const keep = (name: string, value: unknown) => {
    const field = shared.elements.namedItem(name);
    if (field instanceof HTMLInputElement && typeof value === "string") field.value = value;
  };
  if (path.endsWith("/checkout")) keep("checkoutId", answer?.id);
  keep("token", answer?.body?.token);
}

function show(form: HTMLFormElement, lines: string): void {
  const pre = document.createElement("pre");
  pre.textContent = lines;
  form.querySelector("output")?.replaceChildren(pre);
}

async function send(form: HTMLFormElement, shared: HTMLFormElement): Promise<void> {
  show(form, "…");
  const began = performance.now();
  const response = await request(form, shared);
  const text = await response.text();
  const took = Math.round(performance.now() - began);
  let pretty = text;
  try {
    const answer: unknown = JSON.parse(text);
    pretty = JSON.stringify(answer, null, 2);
    if (response.ok) remember(shared, form.dataset["path"] ?? "", answer as Kept);
  } catch {
    // Not JSON: shown as it came.
  }
  show(form, `${response.status} ${response.statusText}   ${took} ms\n\n${pretty}`);
}

session.addEventListener("submit", (event) => event.preventDefault());
for (const form of document.querySelectorAll<HTMLFormElement>("form.try")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form, session).catch((error: unknown) => show(form, String(error)));
  });
}

/** A link to a call opens it. */
function openLinked(): void {
  const linked = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  if (linked instanceof HTMLDetailsElement) linked.open = true;
}
addEventListener("hashchange", openLinked);
openLinked();
