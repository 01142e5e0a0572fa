import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import type { ShopCall } from "#contract/call.ts";
import { ENDPOINTS } from "#contract/shop/calls.ts";
import { PATHS } from "#contract/all-paths.ts";
import { LOCALES } from "#core/text/locale.ts";
import { DOCUMENT_TYPES } from "#core/document/documents.ts";
import { namesText, textAt } from "./message-keys.ts";
import { readRecords } from "./records.ts";
import { EMBEDDED_ONLY } from "../../tools/test/kinds.ts";
import * as tables from "./tables.ts";

/**
 * Walks the tables of the specification: each call, field and error must have been exchanged with a real server in this
 * run, and been read by the test that exchanged it. It runs after all HTTP tests, because it reads their records.
 */
const root = join(import.meta.dirname, "..", "..");
const records = readRecords(inject("records"));
const { called, sent, read } = records;

test("the whole run was recorded: with a part missing, this check would be meaningless", () => {
  // A full run has those of the embedded database elsewhere; they call no shop.
  const files = globSync("test/**/*.test.ts", { cwd: root }).filter(
    (path) => !/^test.(core|specification|cluster|packages|browsers)\b/.test(path) && !EMBEDDED_ONLY.includes(path),
  );
  const missing = files.filter((path) => !records.files.has(join(root, path)));
  expect(missing, "Run it with all HTTP tests: npm test -- --only http").toEqual([]);
});

test("every call of section 7 is in the contract as written; each, and those that Kasse adds, has answered", () => {
  for (const [written, name] of tables.CALLS) expect(PATHS[name].join(" ")).toBe(written);
  const names = Object.keys(PATHS).filter((name) => name !== "prepare");
  const wanted = [...names, ...tables.STEPS.map((step) => `prepare/${step}`), ...tables.ROOT_CALLS];
  const success = (name: string) => {
    const endpoint: ShopCall | undefined = ENDPOINTS[name as keyof typeof ENDPOINTS];
    return endpoint?.noContent ? 204 : 200;
  };
  expect(wanted.filter((name) => !called(name, success(name)))).toEqual([]);
});

test("every field of the checkout record was sent and accepted", () => {
  expect(tables.RECORD_FIELDS.filter((field) => !sent("checkout", 200, field))).toEqual([]);
});

test("every field of the customer form was sent with a test-specific value, and accepted", () => {
  const taken = (field: string) =>
    (field === "document" && sent("uploadDocument", 200, field)) ||
    ["validateCustomer", "updateCustomer", "createCustomer"].some((call) => sent(call, 200, field));
  expect(tables.FORM_FIELDS.filter((field) => !taken(field))).toEqual([]);
});

test("every identity document is in the rules, and create-customer accepted it", () => {
  expect(Object.keys(DOCUMENT_TYPES).toSorted()).toEqual([...tables.DOCUMENT_CODES]);
  const taken = (code: string) => sent("createCustomer", 200, `identifiedBy=${code}`);
  expect(tables.DOCUMENT_CODES.filter((code) => !taken(code))).toEqual([]);
});

test.each(tables.ANSWERS)("every field that %s answers was read", (call, fields) => {
  expect(fields.filter((path) => !read(call, 200, path))).toEqual([]);
});

test("every field with its own message was rejected with one", () => {
  const calls = ["validateCustomer", "updateCustomer", "createCustomer"];
  const refused = (field: string) =>
    calls.some((call) => read(call, 422, `errors.${field}`) || read(call, 406, `body.error_fields.${field}`));
  expect(tables.VALIDATED_FIELDS.filter((field) => !refused(field))).toEqual([]);
});

test("every error of section 8 was answered and read", () => {
  const unseen = tables.ERRORS.filter(([call, status, path]) => !read(call, status, path));
  expect(unseen.map((error) => error.join(" "))).toEqual([]);
  expect(tables.LIMITED_CALLS.filter((call) => !called(call, 429))).toEqual([]);
});

test("every message key is a text in all languages, and a browser test expects it", () => {
  const files = globSync(["e2e/*.spec.ts", "test/component/*.test.tsx", "web/**/*.test.{ts,tsx}"], { cwd: root });
  const sources = files.map((path) => readFileSync(join(root, path), "utf8"));
  expect(tables.MESSAGE_KEYS.filter((key) => !sources.some((source) => namesText(source, key)))).toEqual([]);
  const unread = LOCALES.flatMap((locale) =>
    tables.MESSAGE_KEYS.filter((key) => !textAt(root, locale, key)).map((key) => `${locale} ${key}`),
  );
  expect(unread).toEqual([]);
});
