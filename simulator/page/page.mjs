// The simulator's page: reads GET /state every second and updates only what has changed, to preserve focus and typed
// text.
const EVERY_MS = 1000;
const WHEN = { off: "Off", once: "Once", always: "Until switched off" };

const NO_ANSWER = "The simulator does not answer. Is it still running?";

const byId = (id) => document.getElementById(id);

/** Creates an element with properties, and with children or text. */
function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/**
 * Counts calls that change something: those started, and those in progress. A state that was read before such a call
 * ended is outdated and not shown.
 */
const calls = { started: 0, underWay: 0 };

/** Calls the control interface, shows the outcome, and reads the state again. */
async function call(method, path, body, saying) {
  calls.started += 1;
  calls.underWay += 1;
  try {
    const reply = await fetch(path, {
      method,
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const read = await reply.json();
    byId("message").textContent = reply.ok ? (read.done ?? saying) : `Not possible: ${read.error}`;
  } catch {
    byId("message").textContent = NO_ANSWER;
  } finally {
    calls.underWay -= 1;
  }
  await refresh();
}

async function refresh() {
  const { started, underWay } = calls;
  const reply = await fetch("/state").catch(() => null);
  if (!reply) {
    byId("message").textContent = NO_ANSWER;
    return;
  }
  const { providers } = await reply.json();
  if (underWay > 0 || started !== calls.started) return;
  if (!byId(providers[0]?.name)) build(providers);
  for (const provider of providers) update(provider);
}

function build(providers) {
  byId("links").replaceChildren(
    ...providers.map(({ name, title }) => element("li", {}, element("a", { href: `#${name}` }, title))),
  );
  byId("providers").replaceChildren(...providers.map(sectionOf));
}

function sectionOf(provider) {
  const { name, title, settings, failures, actions } = provider;
  const clear = element("button", { type: "button", className: "clear" }, "All of this works again");
  clear.addEventListener(
    "click",
    () => void call("DELETE", `/failures/${name}`, null, `${title}: everything works again.`),
  );
  const heading = element("h2", { id: `${name}-title` }, title);
  const section = element(
    "section",
    { id: name },
    element("div", { className: "title" }, heading, clear),
    element("h3", {}, "Failures"),
    element(
      "div",
      { className: "failures" },
      ...failures.filter(({ applies }) => applies).map((each) => switchOf(provider, each)),
    ),
    ...failures
      .filter(({ applies }) => !applies)
      .map(({ title: failure, text }) =>
        element("p", { className: "not" }, `${failure} does not apply because ${text}`),
      ),
    element("div", { className: "actions" }, ...actions.map((action) => actionOf(name, action))),
    element("div", { id: `${name}-holds` }),
    element("h3", {}, "Received and sent lately"),
    element("div", { id: `${name}-received` }),
    element(
      "details",
      {},
      element("summary", {}, "Settings of a shop"),
      element(
        "pre",
        {},
        Object.entries(settings)
          .map(([key, value]) => `${key}=${value}`)
          .join("\n"),
      ),
    ),
  );
  section.setAttribute("aria-labelledby", heading.id);
  return section;
}

/** Creates the control of a failure: its three states and its delay in ms. */
function switchOf({ name: provider, title: providerTitle }, { name, title, text, ms }) {
  const id = `${provider}-${name}`;
  const milliseconds = element("input", {
    type: "number",
    id: `${id}-ms`,
    min: "0",
    max: "600000",
    step: "100",
    value: String(ms),
  });
  const set = (when) =>
    void call(
      "PUT",
      `/failures/${provider}/${name}`,
      { when, ...(name === "delay" && { ms: Number(milliseconds.value) }) },
      `${providerTitle}: ${title}, ${WHEN[when].toLowerCase()}.`,
    );
  const chosen = () => fieldset.querySelector("input:checked")?.value ?? "off";
  milliseconds.addEventListener("change", () => set(chosen()));
  const choices = Object.entries(WHEN).map(([when, label]) => {
    const radio = element("input", { type: "radio", name: id, value: when });
    radio.addEventListener("change", () => set(when));
    return element("label", {}, radio, ` ${label}`);
  });
  const fieldset = element("fieldset", { id }, element("legend", {}, title), element("p", {}, text), ...choices);
  if (name === "delay") fieldset.append(element("label", {}, "Milliseconds ", milliseconds));
  return fieldset;
}

function actionOf(provider, { name, title, input }) {
  const form = element("form");
  const field = input === null ? null : element("input", { name: "value", required: true, autocomplete: "off" });
  if (field) form.append(element("label", {}, `${input} `, field), " ");
  form.append(element("button", {}, title));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void call("POST", `/actions/${provider}/${name}`, { value: field?.value ?? "" }, title);
  });
  return form;
}

function update({ name, title, failures, holds, received, rowActions }) {
  for (const { name: failure, when } of failures.filter(({ applies }) => applies)) {
    const fieldset = byId(`${name}-${failure}`);
    fieldset.classList.toggle("on", when !== "off");
    fieldset.querySelector(`input[value="${when}"]`).checked = true;
  }
  replaceIfChanged(byId(`${name}-holds`), holds, () =>
    holds.flatMap(({ title: what, columns, rows }) => [
      element("h3", {}, `${what} (${rows.length})`),
      tableOf(`${title}: ${what}`, columns, rows, (row) =>
        row.actions.map((action) => rowButton(name, action, rowActions[action], row)),
      ),
    ]),
  );
  replaceIfChanged(byId(`${name}-received`), received, () => [
    tableOf(
      `${title}: received and sent lately`,
      ["Time", "Call", "Outcome"],
      received.map(({ at, call: what, outcome }) => ({ cells: [new Date(at).toLocaleTimeString(), what, outcome] })),
      () => [],
    ),
  ]);
}

const shown = new WeakMap();

/** Renders the content again if its data has changed, and puts the focus back on the same button. */
function replaceIfChanged(container, data, make) {
  const text = JSON.stringify(data);
  if (shown.get(container) === text) return;
  shown.set(container, text);
  const focused = container.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
  container.replaceChildren(...make());
  if (focused)
    [...container.querySelectorAll("[aria-label]")]
      .find((each) => each.getAttribute("aria-label") === focused)
      ?.focus();
}

function tableOf(label, columns, rows, buttonsOf) {
  if (rows.length === 0) return element("p", { className: "none" }, "Nothing yet.");
  const withButtons = rows.some(({ actions = [] }) => actions.length > 0);
  const header = (text) => element("th", { scope: "col" }, text);
  const body = rows.map((row) =>
    element(
      "tr",
      {},
      ...row.cells.map((cell) => element("td", {}, /^https?:\/\//.test(cell) ? linkTo(cell) : cell)),
      ...(withButtons ? [element("td", {}, ...buttonsOf(row))] : []),
    ),
  );
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...columns.map(header), ...(withButtons ? [header("Do")] : []))),
    element("tbody", {}, ...body),
  );
  const scroll = element("div", { className: "scroll", tabIndex: 0 }, table);
  scroll.setAttribute("role", "group");
  scroll.setAttribute("aria-label", label);
  return scroll;
}

const linkTo = (href) => element("a", { href, target: "_blank", rel: "noopener" }, "Open");

function rowButton(provider, action, title, { id, cells }) {
  const button = element("button", { type: "button" }, title);
  button.setAttribute("aria-label", `${title}: ${cells.join(", ")}`);
  button.addEventListener("click", () => void call("POST", `/actions/${provider}/${action}`, { id }, title));
  return button;
}

byId("clear-all").addEventListener(
  "click",
  () => void call("DELETE", "/failures", null, "Everything works again, everywhere."),
);
await refresh();
setInterval(() => void refresh(), EVERY_MS);
