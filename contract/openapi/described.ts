import type { Call, Schema } from "../call.ts";
import type { FailureName } from "../failures.ts";

/** One of the two APIs, the shop's or the desk's, with what its OpenAPI document needs. */
export type Described = {
  readonly title: string;
  readonly about: string;
  readonly prefix: string;
  readonly paths: Readonly<Record<string, readonly [method: "GET" | "POST", path: string]>>;
  readonly calls: Readonly<Record<string, Call>>;
  readonly failuresOf: (name: string) => readonly FailureName[];
  /** Whether all failures have the desk's body, whatever the table of failures says. */
  readonly named: boolean;
  /** The parts of the API, and the part to which a call belongs. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly tagOf: (name: string) => string;
  readonly securitySchemes: Readonly<Record<string, object>>;
  /** What a call requires. An empty requirement means "or nothing". */
  readonly security: (row: Call) => readonly object[];
  readonly headers: (row: Call, method: string) => readonly object[];
  /** Descriptions of path and query parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Schemas that several calls share, by component name, for requests and for responses. */
  readonly shared: {
    readonly requests: Readonly<Record<string, Schema>>;
    readonly answers: Readonly<Record<string, Schema>>;
  };
};

/** Returns a parameter of an operation. */
export const parameter = (
  place: "path" | "query" | "header",
  name: string,
  required: boolean,
  description: string,
) => ({ name, in: place, required, description, schema: { type: "string" } });
