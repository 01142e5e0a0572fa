import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PATHS, type EndpointName } from "#contract/all-paths.ts";
import { API_PREFIX } from "#contract/paths.ts";
import { personForm } from "./people.ts";

/**
 * The exchanges of this file's tests with the server that were read, one line each, for `test/specification`: `call
 * <name> <status>`, `sent <name> <status> <field>[=value]`, `read <name> <status> <path>[=value]`.
 */
const seen = new Set<string>();

/** Records a request to any path of the server. */
export function noteRequest(method: string, url: string, status: number): void {
  const { pathname } = new URL(url);
  seen.add(`call ${callOf(method, pathname)} ${status}`);
}

/** Returns the call of the contract behind a path, with the step for a prepare; otherwise method and path unchanged. */
export function callOf(method: string, pathname: string): string {
  const path = pathname.startsWith(API_PREFIX) ? pathname.slice(API_PREFIX.length) : null;
  const prepare = path === null ? null : /^\/prepare\/(\w+)\//.exec(path);
  if (prepare) return `prepare/${prepare[1]}`;
  const names = Object.keys(PATHS) as EndpointName[];
  const name = names.find((each) => PATHS[each][0] === method && pattern(PATHS[each][1]).test(path ?? ""));
  return name ?? `${method} ${pathname}`;
}

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`);

/** A form field counts as sent if a test sends its own value, not that of the person in all tests. */
const usual: Readonly<Record<string, unknown>> = personForm("");
const FORM_CALLS = new Set(["validateCustomer", "updateCustomer", "createCustomer"]);

/** Records the fields that a test sent, and the status of the answer. */
export function noteSent(call: string, body: unknown, status: number): void {
  if (typeof body !== "object" || body === null) return;
  const fields: [string, unknown][] =
    body instanceof FormData || body instanceof URLSearchParams ? [...body.entries()] : Object.entries(body);
  for (const [field, value] of fields) {
    if (!FORM_CALLS.has(call) || usual[field] !== value) seen.add(`sent ${call} ${status} ${field}`);
    for (const each of [value].flat()) if (isTelling(each)) seen.add(`sent ${call} ${status} ${field}=${String(each)}`);
  }
}

/** Codes and flags, not typed text. */
const isTelling = (value: unknown) =>
  typeof value === "boolean" ||
  typeof value === "number" ||
  (typeof value === "string" && /^[\w -]{1,20}$/.test(value));

/** Returns the body of an answer that records which of its fields a test reads. */
export function watched<Body>(body: Body, call: string, status: number): Body {
  return watch(body, `read ${call} ${status} `, "");
}

function watch<Value>(value: Value, where: string, path: string): Value {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, key, receiver): unknown {
      // Printing a value does not count as reading it.
      if (key === "toJSON") return () => target;
      const inner: unknown = Reflect.get(target, key, receiver);
      if (typeof key === "symbol" || !Object.hasOwn(target, key) || typeof inner === "function") return inner;
      if (Array.isArray(target) && key === "length") return inner;
      const at = Array.isArray(target) ? `${path}[]` : path === "" ? key : `${path}.${key}`;
      const line = typeof inner === "string" && CODES.has(key) ? [`${where}${at}=${inner}`] : [];
      if (![where + at, ...line].every((each) => seen.has(each)) && isReadByTest())
        for (const each of [where + at, ...line]) seen.add(each);
      return watch(inner, where, at);
    },
  });
}

/** Folders of code that reads for several tests. */
const HELPERS = ["", "../../kit"].map((folder) => `${join(import.meta.dirname, folder)}/`);

/** Fields whose value is a word of the specification. */
const CODES = new Set(["code", "error", "page", "status", "transactionStatusCode", "lastOutcome"]);

/**
 * Returns whether a value is read by a matcher of `expect` or by the test itself; reads by the helpers in this folder
 * and the kit do not count.
 */
function isReadByTest(): boolean {
  const frames = (new Error().stack ?? "").split("\n").slice(1);
  const reader = frames.find((frame) => !frame.includes("support/recorder")) ?? "";
  return !HELPERS.some((folder) => reader.includes(folder));
}

/** Writes the record of this test file, with the file's name, because a run is complete only with all of them. */
export function saveRecord(folder: string, testFile: string): void {
  const name = testFile.replaceAll(/\W+/g, "-");
  writeFileSync(join(folder, `${name}.txt`), [`file ${testFile}`, ...seen].join("\n"));
}
