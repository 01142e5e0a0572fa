import { pick, type Random } from "../support/seeded.ts";

const deep = (depth: number, around: (inner: unknown) => unknown): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => around(inner), 1);

/** Values that are invalid for most fields, or at the limit. */
const NASTY: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  301,
  2 ** 31,
  2 ** 53,
  1e308,
  -1e308,
  5e-324,
  "",
  " ",
  "0",
  "null",
  "__proto__",
  "constructor",
  "toString",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\u202e\u200b\ufeff",
  "İıß\u0301",
  "'; drop table orders; --",
  "${7*7}{{7*7}}",
  "<script>alert(1)</script>",
  "../../../etc/passwd",
  "%00%ff",
  "\r\nSet-Cookie: a=b",
  "x".repeat(2000),
  "x".repeat(2001),
  "ä".repeat(30_000),
  "9".repeat(400),
  [],
  [[]],
  {},
  { length: -1 },
  { toString: null },
  { $ne: null },
  [null],
  Array.from({ length: 2000 }, () => "STB1"),
  deep(40, (inner) => [inner]),
  deep(500, (inner) => [inner]),
  deep(300, (inner) => ({ a: inner })),
];

/** Valid words of the shop, by the name of their field. */
const FITTING: Readonly<Record<string, readonly unknown[]>> = {
  type: ["Tariff", "TV Tariff", "Tv Device", "Device", "Mobile Tariff"],
  tariff: ["SMART30", "SMART60", "SMART100", "SIMONLY20", "PREPAID10", "PREPAID20", "PREPAID0", "TVS", "277"],
  tv_tariff: ["TVS", "TVM", "277", ""],
  tv_duration: [24, 12, 6, 3, 5],
  tv_device: [["STB1"], ["STB1", "STB2"], ["STB2"], []],
  mobile: ["SAENTISX", "AARE5", "EDELWEISS3", "MATTERHORN", "PIZLITE"],
  binding: ["182400001", "182400002"],
  bundles: [["EU10"], ["TWIN", "EU10"], ["SPORT"], ["LEGACY1"], []],
  limit: [0, 1, 100, 300, 301],
  phone: ["41784000003", "0784000003", "+423 791 23 45", "079"],
  username: ["fuzz@example.ch", "ivan.petrovic@example.ch", "nobody"],
  password: ["kasse-demo-2026", "Birnen am Montag", "kurz"],
  term: ["bahnhof", "8001", "rte de berne", "a"],
  step: ["1", "2", "3", "4", "4a", "5", "6", "7", "8", "4b"],
  pageStep: ["1", "2", "3", "4", "4a", "5", "6", "7"],
  family: ["0", "1"],
  kind: ["mobile", "tv", "device"],
  provider: ["sandbox-hosted", "sandbox-widget"],
  citizenship: ["CH", "DE", "RS", "ES", "XX"],
  identifiedBy: ["182400003", "182400004", "182400006", "182400013", "1"],
  salutation: ["Mrs", "Mr"],
  simType: ["0", "1", 0, 1],
  typeOfBill: ["email", "post"],
  mnpMsisdn: ["41791234567", "41795550000", "0791234567"],
  mnpSubscriptionType: ["Prepaid", "Postpaid"],
  puk: ["12345678", "00000000", 12345678],
  idNo: ["X0000000", "AB1234567"],
  issueDate: ["2022-05-01", "2999-01-01", "2022-02-30"],
  validUntil: ["2032-04-30", "2000-01-01"],
  address: ["Bahnhofstrasse", "Nirgendsweg"],
};

export const nasty = (random: Random): unknown => pick(random, NASTY);
export const fitting = (random: Random, field: string): unknown =>
  Object.hasOwn(FITTING, field) ? pick(random, FITTING[field] ?? []) : undefined;

type Schema = { readonly [key: string]: unknown };

/** Returns a value for a JSON schema: a valid word for the field if there is one. */
export function fromSchema(random: Random, schema: Schema, field: string): unknown {
  const word = random() < 0.8 ? fitting(random, field) : undefined;
  if (word !== undefined) return word;
  const choices = (schema["anyOf"] ?? schema["oneOf"]) as readonly Schema[] | undefined;
  if (choices) return fromSchema(random, pick(random, choices), field);
  const listed = schema["enum"] as readonly unknown[] | undefined;
  if (listed) return pick(random, listed);
  if ("const" in schema) return schema["const"];
  switch (schema["type"]) {
    case "object":
      return objectFrom(random, schema);
    case "array":
      return Array.from({ length: Math.floor(random() * 4) }, () =>
        fromSchema(random, (schema["items"] ?? {}) as Schema, field),
      );
    case "number":
    case "integer":
      return pick(random, [0, 1, 2, 12, 24, 100, 0.1, -5, 1e21]);
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    default:
      return pick(random, ["x", "Nora", "Žarko O’Brien", "1", "2026-01-01", "a@example.ch", "ZÜRICH", "x".repeat(101)]);
  }
}

function objectFrom(random: Random, schema: Schema): Record<string, unknown> {
  const required = (schema["required"] ?? []) as readonly string[];
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
  const chosen = properties.filter(([name]) => random() < (required.includes(name) ? 0.95 : 0.5));
  return Object.fromEntries(chosen.map(([name, inner]) => [name, fromSchema(random, inner, name)]));
}

/** Spoils a body: replaces or removes a field, adds an unknown one, or one that targets the prototype. */
export function spoil(random: Random, body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return nasty(random);
  const fields = { ...(body as Record<string, unknown>) };
  const names = Object.keys(fields);
  const name = names.length > 0 ? pick(random, names) : "tariff";
  const kind = pick(random, ["replace", "replace", "replace", "remove", "unknown", "whole", "case"] as const);
  if (kind === "replace") fields[name] = nasty(random);
  else if (kind === "remove") delete fields[name];
  else if (kind === "unknown")
    fields[pick(random, ["isAdmin", "billPaid", "total", "constructor", "id"])] = nasty(random);
  else if (kind === "case") fields[name.toUpperCase()] = fields[name];
  else return nasty(random);
  return fields;
}
