import { chance, pick, type Random } from "../support/seeded.ts";
import { fitting, fromSchema, nasty, spoil } from "./values.ts";
import { rawBody, type Body } from "./bodies.ts";
import type { World } from "./world.ts";

export type Operation = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  /** Schemas of the body by content type. */
  readonly bodies: Readonly<Record<string, object>>;
};
export type FuzzRequest = {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  /** In the order they are sent; names can be repeated. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | null;
  /** The body and the connection end before the announced length. */
  readonly truncated: boolean;
  /** The method is that of the call, and the path leads to it. */
  readonly routed: boolean;
};

type Document = {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly paths: Record<string, Record<string, RawOperation>>;
};
type RawOperation = {
  readonly operationId: string;
  readonly parameters?: Operation["parameters"];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
};

/** Returns the calls of an OpenAPI document. */
export function operationsOf({ paths, components }: Document): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      name: operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      bodies: Object.fromEntries(
        Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [type, resolved(schema, components)]),
      ),
    })),
  );
}

/** Returns a schema with its references to components resolved; none of them is circular. */
function resolved(schema: object, components: Document["components"]): object {
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== "object" || value === null) return value;
    const name = "$ref" in value && typeof value.$ref === "string" ? value.$ref.split("/").at(-1) : undefined;
    if (name !== undefined) return fill(components.schemas[name]);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each)]));
  };
  return fill(schema) as object;
}

/** Creates a request that mostly follows the document, usually with one mistake. */
export function makeRequest(random: Random, operation: Operation, world: World): FuzzRequest {
  const asDescribed = !chance(random, 0.04);
  const method = asDescribed
    ? operation.method
    : pick(random, ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]);
  const caller = callerOf(random, world);
  const body = operation.method === "POST" ? bodyOf(random, operation, world, caller.checkoutId) : NO_BODY;
  return {
    operation,
    method,
    path: pathOf(random, operation, world),
    headers: [...headersOf(random, world, caller), ...body.headers],
    body: body.bytes,
    truncated: body.bytes !== null && chance(random, 0.01),
    routed: method === operation.method,
  };
}

const NO_BODY: Body = { bytes: null, headers: [] };

function pathOf(random: Random, { path, parameters }: Operation, world: World): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => part(random, name));
  const query = parameters
    .filter((each) => each.in === "query")
    .map(({ name }) => `${name}=${queryValue(random, world)}`);
  if (chance(random, 0.03)) query.push(`${pick(random, ["__proto__", "checkoutId", "a[b]"])}=${part(random, "x")}`);
  return filled + (query.length > 0 ? `?${query.join("&")}` : "");
}

function part(random: Random, name: string): string {
  if (chance(random, 0.08))
    return pick(random, ["%00", "%ff", "%", "..%2f..", "%E2%82", "a".repeat(500), "", "%2e%2e", "'"]);
  const value = chance(random, 0.85) ? fitting(random, name) : nasty(random);
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "SMART60";
  return encodeURIComponent(text.toWellFormed()).slice(0, 4000);
}

const queryValue = (random: Random, world: World) =>
  chance(random, 0.5) ? pick(random, [...world.hostedIds(), "1"]) : part(random, "hosted");

type Caller = { readonly checkoutId: string | null; readonly token: string | null };

/**
 * Returns the caller: usually a shopper of this run with their own ids, otherwise foreign, stale, malformed or missing
 * ones.
 */
function callerOf(random: Random, world: World): Caller {
  const own = pick(random, world.callers());
  const other = pick(random, world.callers());
  const kind = pick(random, [own.checkoutId, own.checkoutId, own.checkoutId, own.checkoutId, "foreign", "strange"]);
  const token = pick(random, [own.token, own.token, own.token, own.token, other.token, "strange", null]);
  const checkoutIdOf = () => {
    if (kind === "foreign") return pick(random, [other.checkoutId, world.plantedId]);
    if (kind === "strange")
      return pick(random, [null, "nope", "x".repeat(32), "", "'", "\u00ff".repeat(32), "x".repeat(5000)]);
    return kind;
  };
  return {
    checkoutId: checkoutIdOf(),
    token: token === "strange" ? pick(random, ["x".repeat(43), "", "Bearer", "\u00e4", world.staleToken]) : token,
  };
}

function headersOf(random: Random, world: World, { checkoutId, token }: Caller): [string, string][] {
  const headers: [string, string][] = [["accept", pick(random, ["application/json", "*/*", "text/html"])]];
  if (checkoutId !== null) headers.push(["checkoutId", checkoutId]);
  if (token !== null) headers.push(["authorization", `Bearer ${token}`]);
  if (chance(random, 0.7)) headers.push(["locale", pick(random, ["de", "en", "fr", "it", "sr"])]);
  if (chance(random, 0.03)) headers.push(["locale", pick(random, ["xx", "", "DE", "de,en", "__proto__"])]);
  if (!chance(random, 0.03)) headers.push(["cookie", `XSRF-TOKEN=${world.xsrf}`]);
  if (!chance(random, 0.03)) headers.push(["X-XSRF-TOKEN", chance(random, 0.03) ? "wrong" : world.xsrf]);
  if (chance(random, 0.04)) headers.push(pick(random, headers));
  if (chance(random, 0.03)) headers.push(pick(random, STRANGE_HEADERS));
  return headers;
}

const STRANGE_HEADERS: readonly [string, string][] = [
  ["x-forwarded-for", "1.2.3.4, '; drop table orders"],
  ["x-http-method-override", "DELETE"],
  ["expect", "100-continue"],
  ["accept-encoding", "br;q=1e9, *;q=-1"],
  ["cookie", "XSRF-TOKEN=%E0%A4%A; __proto__=1; =; a"],
  ["content-encoding", "gzip"],
  ["if-none-match", '"x"'],
  ["range", "bytes=9-1"],
  ["host", "evil.example"],
  ["x-long", "x".repeat(9000)],
];

function bodyOf(random: Random, operation: Operation, world: World, checkoutId: string | null): Body {
  const types = Object.keys(operation.bodies);
  if (types.length === 0 || chance(random, 0.15)) return rawBody(random, types[0] ?? "application/json");
  const type = pick(random, types);
  let body = fromSchema(random, operation.bodies[type] as never, operation.name);
  // A realistic form gets further than one of random fitting words.
  if (operation.name.endsWith("Customer") && chance(random, 0.6)) {
    const spoiled = Object.entries(body as object).filter(() => chance(random, 0.1));
    body = { ...world.form(checkoutId), ...Object.fromEntries(spoiled) };
  }
  if (operation.name === "checkout" && chance(random, 0.7)) body = { ...(body as object), id: checkoutId ?? undefined };
  for (let times = chance(random, 0.4) ? 1 + Math.floor(random() * 3) : 0; times > 0; times--)
    body = spoil(random, body);
  return world.encode(random, type, body);
}
