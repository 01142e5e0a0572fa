import { AREAS } from "#contract/areas.ts";
import type { ShopCall } from "#contract/call.ts";
import { ENDPOINTS, type BodyOf } from "#contract/shop/calls.ts";
import { openApiDocument } from "#contract/openapi/document.ts";
import { SHOP_API } from "#contract/openapi/shop.ts";
import type { EndpointName } from "#contract/all-paths.ts";
import { XSRF } from "#contract/paths.ts";
import { LOCALES } from "#core/text/locale.ts";
import { html, moduleScript, type Html } from "#server/platform/http/html.ts";
import { exampleOf, schemaText, type Schema } from "./schema-text.ts";

type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type Parameter = { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: Schema };
type Operation = {
  readonly operationId: EndpointName;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
};
type Described = Operation & { readonly method: string; readonly path: string };

/**
 * Returns the page of the interactive API documentation, generated from the OpenAPI document. It can be read without
 * JavaScript.
 */
export function docsPage(publicUrl: string, script: string | null): string {
  const { paths, components, info } = openApiDocument(SHOP_API, publicUrl);
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as unknown as Record<string, Operation>).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  const named = components.schemas as Readonly<Record<string, Schema>>;
  const schemas = Object.entries(named);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${info.title} API</title>
        <link rel="icon" href="/favicon" />
        <link rel="stylesheet" href="/docs/docs.css" />
        ${script ? moduleScript(script) : undefined}
      </head>
      <body>
        <header>
          <h1>${info.title} API ${info.version}</h1>
          <p>${withCode(info.description)} As a document: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
          <nav>${AREAS.map((area) => html`<a href="#${anchor(area)}">${area}</a> `)}<a href="#schemas">Schemas</a></nav>
        </header>
        ${session(script !== null)}
        <main>
          ${AREAS.map((area) => areaSection(area, calls, named))}
          <section id="schemas">
            <h2>Schemas</h2>
            ${schemas.map(
              ([name, schema]) =>
                html`<h3>${name}</h3>
                  <pre>${schemaText(schema)}</pre>`,
            )}
          </section>
        </main>
      </body>
    </html>`.text;
}

/** Returns a description as HTML: text in backticks becomes code. */
const withCode = (text: string): Html[] =>
  text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

const anchor = (area: string) => `area-${area.toLowerCase().replaceAll(" ", "-")}`;

const READ_ONLY = html`<p>Trying calls needs JavaScript.</p>`;

/**
 * Returns the form for the values sent with every call: locale, checkout id and token. The script fills them in from
 * responses.
 */
function session(canTry: boolean): Html {
  return html`<form id="session" autocomplete="off">
    <label
      >locale
      <select name="locale">
        ${LOCALES.map((locale) => html`<option>${locale}</option>`)}
      </select></label
    >
    <label>checkoutId <input name="checkoutId" placeholder="from POST /checkout" /></label>
    <label>token <input name="token" placeholder="from a login or create-customer" /></label>
    ${canTry ? html`<noscript>${READ_ONLY}</noscript>` : READ_ONLY}
  </form>`;
}

type Named = Readonly<Record<string, Schema>>;

/** Resolves a schema's reference, so that readers see its fields. References inside it remain names. */
const opened = (schema: Schema | undefined, named: Named): Schema =>
  (schema?.$ref ? named[schema.$ref.split("/").at(-1) ?? ""] : schema) ?? {};

function areaSection(area: string, calls: readonly Described[], named: Named): Html {
  const own = calls.filter((call) => call.tags.includes(area));
  return html`<section id="${anchor(area)}">
    <h2>${area}</h2>
    ${own.map((call) => callDetails(call, named))}
  </section>`;
}

function callDetails(call: Described, named: Named): Html {
  const inHeader = call.parameters.filter((parameter) => parameter.in === "header");
  const { "200": done, "204": empty, ...others } = call.responses;
  const endpoint: ShopCall = ENDPOINTS[call.operationId];
  return html`<details id="${call.operationId}">
    <summary><b class="${call.method}">${call.method}</b> <code>${call.path}</code> ${call.summary}</summary>
    <p>${withCode(call.description)}</p>
    ${
      inHeader.length > 0
        ? html`<h3>Headers</h3>
            <p>${inHeader.map(headerText)}</p>`
        : undefined
    }
    ${bodyText(call, named)}
    <h3>Answer ${empty ? "204" : "200"}</h3>
    <pre>${empty ? "no body" : schemaText(opened(Object.values(done?.content ?? {})[0]?.schema, named))}</pre>
    <h3>Other answers</h3>
    <ul>
      ${Object.entries(others).map(([status, { description, content }]) => html`<li><code>${status}</code> ${description}: <a href="#schemas">${schemaText(content?.["application/json"]?.schema ?? {})}</a></li>`)}
    </ul>
    ${endpoint.from === "system" ? html`<p>A provider or the operator's systems call this, so it cannot be tried here.</p>` : tryForm(call, named)}
  </details>`;
}

function headerText({ name, required }: Parameter): Html {
  const presence = required ? "required" : "optional";
  const note = name === XSRF.header ? `echo of the cookie ${XSRF.cookie}` : presence;
  return html`<code>${name}</code> (${note}) `;
}

function bodyText({ requestBody }: Described, named: Named): Html | undefined {
  if (!requestBody) return undefined;
  const kinds = Object.keys(requestBody.content);
  return html`<h3>Body</h3>
    <p>${kinds.join(", ")}</p>
    <pre>${schemaText(opened(Object.values(requestBody.content)[0]?.schema, named))}</pre>`;
}

function tryForm(call: Described, named: Named): Html {
  const fields = call.parameters.filter((parameter) => parameter.in !== "header");
  return html`<form class="try" data-method="${call.method}" data-path="${call.path}">
    <h3>Try it</h3>
    ${fields.map((field) => html`<label>${field.name} <input name="${field.in}:${field.name}" value="${PARAMETERS[field.name] ?? ""}" ${field.required ? "required" : ""} /></label>`)}
    ${bodyField(call, named)}
    <button>Send</button>
    <output></output>
  </form>`;
}

function bodyField({ requestBody, operationId }: Described, named: Named): Html | undefined {
  if (!requestBody) return undefined;
  const json = requestBody.content["application/json"];
  if (!json) return html`<label>document <input type="file" name="document" accept="image/*" required /></label>`;
  const body = JSON.stringify(BODIES[operationId] ?? exampleOf(opened(json.schema, named)), null, 2);
  return html`<label
    >body
    <textarea name="body" rows="${Math.min(16, body.split("\n").length + 1)}" spellcheck="false">${body}</textarea>
  </label>`;
}

/** Initial values of the forms, for a purchase by a demo customer. */
const BODIES: { readonly [Name in EndpointName]?: BodyOf<Name> } = {
  presentation: { tariff: "SMART60" },
  topAction: { mobile: "AARE5", tariff: "SMART60" },
  checkout: { type: "Tariff", tariff: "PREPAID0" },
  sendSms: { phone: "41784000001" },
  passwordLogin: { username: "mia.keller@example.ch", password: "kasse-demo-2026" },
  passwordReset: { username: "mia.keller@example.ch" },
  newCustomer: { username: "nora@example.ch", password: "ein-gutes-Wort-2026" },
  addressSearch: { term: "Bahnhofstr 1 Zür" },
};

const PARAMETERS: Readonly<Record<string, string>> = {
  kind: "mobile",
  code: "SMART60",
  tariff: "SMART60",
  family: "1",
  step: "3",
  pageStep: "2",
};
