import { readFileSync } from "node:fs";
import type { GenericSchema } from "valibot";
import type { ShopCall } from "#contract/call.ts";
import { ENDPOINTS } from "#contract/shop/calls.ts";
import { PATHS, type EndpointName } from "#contract/all-paths.ts";
import { PREPARE_ANSWERS } from "#contract/schemas/prepare.ts";
import type { Step } from "#core/steps/steps.ts";

/** A JSON example in docs/specification/wire.md, and the contract's schema that it must match. */
export type Example = {
  /** For example `POST /checkout` or `GET /prepare/4/4`. */
  readonly call: string;
  readonly name: EndpointName;
  readonly part: "request" | "answer";
  readonly json: unknown;
  readonly schema: GenericSchema | null;
};

/** Returns the examples of docs/specification/wire.md in order. Throws if a line has no call or no JSON. */
export function wireExamples(): readonly Example[] {
  const page = readFileSync("docs/specification/wire.md", "utf8");
  const blocks = [...page.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
  return blocks.flatMap(examplesIn);
}

/** Parses a block: a call with its body, its responses with their status, then the next call. */
function examplesIn(block: string): readonly Example[] {
  const parts = block.split(/^(?=GET |POST |20[04]\b)/m).map((part) => part.trim());
  let current: { readonly call: string; readonly name: EndpointName } | null = null;
  return parts.filter(Boolean).flatMap((part): Example[] => {
    const [, head = "", rest = ""] = /^((?:GET|POST) \S+|20[04])\s*([\s\S]*)$/.exec(part) ?? [];
    if (!ANSWERED.has(head)) current = { call: head, name: nameOf(head) };
    if (!current) throw new Error(`An answer without a call: ${part}`);
    if (head === "204") return [];
    const { body, media }: ShopCall = ENDPOINTS[current.name];
    if (rest === "" || media) return [];
    const json = JSON.parse(rest) as unknown;
    return head === "200"
      ? [{ ...current, part: "answer", json, schema: answerSchema(current) }]
      : [{ ...current, part: "request", json, schema: body }];
  });
}

/** The statuses of successful responses; 204 has no body. */
const ANSWERED: ReadonlySet<string> = new Set(["200", "204"]);

function nameOf(call: string): EndpointName {
  const found = (Object.keys(PATHS) as EndpointName[]).find((name) => {
    const [method, path] = PATHS[name];
    return new RegExp(`^${method} ${path.replaceAll(/:\w+/g, "[^/?]+")}(\\?.*)?$`).test(call);
  });
  if (!found) throw new Error(`The wire page shows ${call}, which is not a call of the contract`);
  return found;
}

/** Returns the schema of a call's response. For `prepare`, it depends on the step. */
function answerSchema({ call, name }: { readonly call: string; readonly name: EndpointName }): GenericSchema {
  if (name !== "prepare") return ENDPOINTS[name].answer;
  return PREPARE_ANSWERS[call.split("/")[2] as Step];
}
