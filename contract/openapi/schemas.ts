import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { ENDPOINTS, type Endpoint } from "../endpoints.ts";
import { FAILURE_BODIES, type FailureBody } from "../failures.ts";
import type { EndpointName } from "../paths.ts";
import { CheckoutAnswer, CheckoutRequest, Item, ItemEntry } from "../schemas/checkout.ts";
import { BodyToken, Message, Nothing, Ok } from "../schemas/common.ts";
import { CustomerFormRequest, User } from "../schemas/customer.ts";

const OPTIONS = { errorMode: "ignore", target: "draft-2020-12" } as const;
type Direction = "input" | "output";

/** Schemas that several calls share, by component name. */
const SHARED_REQUESTS: Readonly<Record<string, GenericSchema>> = {
  CheckoutRequest,
  CustomerForm: CustomerFormRequest,
};
const SHARED_ANSWERS: Readonly<Record<string, GenericSchema>> = {
  Checkout: CheckoutAnswer,
  ItemEntry,
  Item,
  User,
  Token: BodyToken,
  Ok,
  Message,
  Nothing,
};
const SHARED = { ...SHARED_REQUESTS, ...SHARED_ANSWERS };

const FAILURE_NAMES = {
  message: "Message",
  unreadable: "Message",
  tooMany: "Message",
  page: "PageFailure",
  fieldErrors: "InvalidFields",
  refusedFields: "RefusedFields",
  userExists: "UserExists",
  badAddress: "BadAddress",
  priceChanged: "PriceChanged",
  fault: "Fault",
  unavailable: "Unavailable",
} as const satisfies Record<Exclude<FailureBody, "coded">, string>;

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function componentName(schema: GenericSchema, ownName: string): string {
  return Object.entries(SHARED).find(([, shared]) => shared === schema)?.[0] ?? ownName;
}

/** A reference to the schema of a call's request body. */
export const requestSchema = (name: EndpointName, schema: GenericSchema) =>
  ref(componentName(schema, `${capitalised(name)}Request`));
/** A reference to the schema of a call's answer. */
export const answerSchema = (name: EndpointName) =>
  ref(componentName(ENDPOINTS[name].answer, `${capitalised(name)}Answer`));
/** A reference to the schema of a failure's body. */
export const failureSchema = (body: keyof typeof FAILURE_NAMES) => ref(FAILURE_NAMES[body]);

/** `components.schemas`: every schema of the contract once, by name. */
export function componentSchemas(): Record<string, object> {
  const named = new Map<string, object>();
  const add = (name: string, schema: GenericSchema, direction: Direction) => {
    if (!named.has(name)) named.set(name, jsonSchema(schema, direction, name));
  };
  for (const [name, schema] of Object.entries(SHARED_REQUESTS)) add(name, schema, "input");
  for (const [name, schema] of Object.entries(SHARED_ANSWERS)) add(name, schema, "output");
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const { body, answer, media }: Endpoint = ENDPOINTS[name];
    if (body) add(componentName(body, `${capitalised(name)}Request`), body, "input");
    if (!media) add(componentName(answer, `${capitalised(name)}Answer`), answer, "output");
  }
  for (const body of Object.keys(FAILURE_NAMES) as (keyof typeof FAILURE_NAMES)[])
    add(FAILURE_NAMES[body], FAILURE_BODIES[body], "output");
  return Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A schema as JSON Schema; shared schemas inside it become references. */
function jsonSchema(schema: GenericSchema, typeMode: Direction, ownName: string): object {
  const definitions = Object.fromEntries(Object.entries(SHARED).filter(([name]) => name !== ownName));
  const {
    $schema: _dialect,
    $defs: _definitions,
    ...rest
  } = toJsonSchema(schema, {
    ...OPTIONS,
    typeMode,
    definitions,
  });
  return JSON.parse(JSON.stringify(rest).replaceAll("#/$defs/", "#/components/schemas/")) as object;
}
