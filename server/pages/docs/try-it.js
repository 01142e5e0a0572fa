// Runs in the browser, on /docs: sends a form as the call it describes and shows the answer.

const session = document.querySelector("#session");

/** The named field of a form, or an empty text. */
const valueOf = (form, name) => String(new FormData(form).get(name) ?? "").trim();

function requestOf(form) {
  const fields = [...new FormData(form)];
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const [name, value] of fields) {
    const [place, field] = name.split(":");
    if (place === "path") path = path.replace(`{${field}}`, encodeURIComponent(value));
    if (place === "query") query.set(field, value);
  }
  const url = query.size > 0 ? `${path}?${query}` : path;
  return [url, { method: form.dataset.method, headers: headersOf(form), body: bodyOf(form) }];
}

function headersOf(form) {
  const headers = new Headers({ accept: "application/json", locale: valueOf(session, "locale") });
  const [checkoutId, token] = [valueOf(session, "checkoutId"), valueOf(session, "token")];
  if (checkoutId) headers.set("checkoutId", checkoutId);
  if (token) headers.set("authorization", `Bearer ${token}`);
  const cookie = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
  if (cookie && form.dataset.method === "POST") headers.set("X-XSRF-TOKEN", decodeURIComponent(cookie));
  if (form.elements.namedItem("body")) headers.set("content-type", "application/json");
  return headers;
}

function bodyOf(form) {
  if (form.dataset.method !== "POST") return undefined;
  if (form.elements.namedItem("document")) return new FormData(form);
  return valueOf(form, "body");
}

/** A new checkout and a new token go along with the next calls. */
function remember(path, answer) {
  const keep = (name, value) => {
    if (typeof value === "string") session.elements.namedItem(name).value = value;
  };
  if (path.endsWith("/checkout")) keep("checkoutId", answer?.id);
  keep("token", answer?.body?.token);
}

function show(form, lines) {
  const pre = document.createElement("pre");
  pre.textContent = lines;
  form.querySelector("output").replaceChildren(pre);
}

async function send(form) {
  show(form, "…");
  const began = performance.now();
  const response = await fetch(...requestOf(form));
  const text = await response.text();
  const took = Math.round(performance.now() - began);
  let pretty = text;
  try {
    const answer = JSON.parse(text);
    pretty = JSON.stringify(answer, null, 2);
    if (response.ok) remember(form.dataset.path, answer);
  } catch {
    // Not JSON: shown as it came.
  }
  show(form, `${response.status} ${response.statusText}   ${took} ms\n\n${pretty}`);
}

session.addEventListener("submit", (event) => event.preventDefault());
for (const form of document.querySelectorAll("form.try")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form).catch((error) => show(form, String(error)));
  });
}

/** A link to a call opens it. */
function openLinked() {
  const linked = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  if (linked instanceof HTMLDetailsElement) linked.open = true;
}
addEventListener("hashchange", openLinked);
openLinked();
