// Runs in the browser, on /docs: sends the call that a form describes and shows the response.
import type { XSRF } from "#contract/paths.ts";

const XSRF_HEADER: (typeof XSRF)["header"] = "X-XSRF-TOKEN";

const session = document.querySelector<HTMLFormElement>("#session");
if (!session) throw new Error("The page has no #session");

/** Returns the trimmed text of a field; empty if there is none. */
function valueOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** Sends the call that a form describes. The form's fields are named "path:…", "query:…", "body" or "document". */
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
  const cookie = (/(?:^|; )__Host-XSRF-TOKEN=([^;]+)/.exec(document.cookie) ??
    /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie))?.[1];
  if (cookie && form.dataset["method"] === "POST") headers.set(XSRF_HEADER, decodeURIComponent(cookie));
  if (form.elements.namedItem("body")) headers.set("content-type", "application/json");
  return headers;
}

function bodyOf(form: HTMLFormElement): FormData | string {
  return form.elements.namedItem("document") ? new FormData(form) : valueOf(form, "body");
}

/** The parts of a response that later calls need. */
type SessionAnswer = { readonly id?: unknown; readonly body?: { readonly token?: unknown } | null } | null;

/** Copies a new checkout id and token into the session's fields, for later calls. */
function remember(shared: HTMLFormElement, path: string, answer: SessionAnswer): void {
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
  const elapsed = Math.round(performance.now() - began);
  let pretty = text;
  try {
    const answer: unknown = JSON.parse(text);
    pretty = JSON.stringify(answer, null, 2);
    if (response.ok) remember(shared, form.dataset["path"] ?? "", answer as SessionAnswer);
  } catch {
    // Not JSON: shown as text.
  }
  show(form, `${response.status} ${response.statusText}   ${elapsed} ms\n\n${pretty}`);
}

session.addEventListener("submit", (event) => event.preventDefault());
for (const form of document.querySelectorAll<HTMLFormElement>("form.try")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form, session).catch((error: unknown) => show(form, String(error)));
  });
}

/** Opens the call that the URL's fragment names. */
function openLinked(): void {
  const linked = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  if (linked instanceof HTMLDetailsElement) linked.open = true;
}
addEventListener("hashchange", openLinked);
openLinked();
