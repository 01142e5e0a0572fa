import { toJsonSchema } from "@valibot/to-json-schema";
import type { Call, Schema } from "../call.ts";
import { FAILURE_BODIES, type FailureBody } from "../failures.ts";
import type { Described } from "./described.ts";

const OPTIONS = { errorMode: "ignore", target: "draft-2020-12" } as const;
type Direction = "input" | "output";

const FAILURE_NAMES = {
  message: "Message",
  said: "Message",
  unreadable: "Message",
  tooMany: "Message",
  queued: "Queued",
  page: "PageFailure",
  fieldErrors: "InvalidFields",
  refusedFields: "RefusedFields",
  userExists: "UserExists",
  badAddress: "BadAddress",
  priceChanged: "PriceChanged",
  fault: "Fault",
  unavailable: "Unavailable",
  named: "Failure",
} as const satisfies Record<Exclude<FailureBody, "coded">, string>;

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const pathOf = (name: string) => `#/components/schemas/${name}`;

const sharedOf = ({ shared }: Described) => ({ ...shared.requests, ...shared.answers });
const nameOf = (described: Described, schema: Schema, ownName: string): string =>
  Object.entries(sharedOf(described)).find(([, shared]) => shared === schema)?.[0] ?? ownName;

/** Returns references to the schemas of a call's request body, of its response, and of a failure's body. */
export const requestRef = (described: Described, name: string, schema: Schema) => ({
  $ref: pathOf(nameOf(described, schema, `${capitalised(name)}Request`)),
});
export const answerRef = (described: Described, name: string) => ({
  $ref: pathOf(nameOf(described, (described.calls[name] as Call).answer, `${capitalised(name)}Answer`)),
});
export const failureRef = (body: keyof typeof FAILURE_NAMES) => pathOf(FAILURE_NAMES[body]);

/** Returns `components.schemas`: every schema of the API once, by name. */
export function componentSchemas(described: Described): Record<string, object> {
  const { shared, calls, named } = described;
  const all = new Map<string, object>();
  const add = (name: string, schema: Schema, direction: Direction) => {
    if (!all.has(name)) all.set(name, jsonSchema(described, schema, direction, name));
  };
  for (const [name, schema] of Object.entries(shared.requests)) add(name, schema, "input");
  for (const [name, schema] of Object.entries(shared.answers)) add(name, schema, "output");
  for (const [name, { body, answer, media, from }] of Object.entries(calls)) {
    if (body && nameOf(described, body, "") === "") add(`${capitalised(name)}Request`, body, "input");
    if (!media && from !== "navigation") add(nameOf(described, answer, `${capitalised(name)}Answer`), answer, "output");
  }
  for (const body of Object.keys(FAILURE_NAMES) as (keyof typeof FAILURE_NAMES)[])
    if ((body === "named") === named) add(FAILURE_NAMES[body], FAILURE_BODIES[body], "output");
  return Object.fromEntries([...all].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns a schema as JSON Schema, with references to the shared schemas inside it. */
function jsonSchema(described: Described, schema: Schema, typeMode: Direction, ownName: string): object {
  const definitions = Object.fromEntries(Object.entries(sharedOf(described)).filter(([name]) => name !== ownName));
  const {
    $schema: _dialect,
    $defs: _definitions,
    ...rest
  } = toJsonSchema(schema, { ...OPTIONS, typeMode, definitions });
  return JSON.parse(JSON.stringify(rest).replaceAll("#/$defs/", "#/components/schemas/")) as object;
}
