import { readFileSync } from "node:fs";
import { ucpErrors } from "./ucp-schemas.ts";

const PATH = "services/shopping/embedded.openrpc.json";
type Parameter = { readonly name: string; readonly required?: true; readonly schema: { readonly $ref?: string } };
type Method = { readonly name?: string; readonly params?: readonly Parameter[] };
const { methods } = JSON.parse(readFileSync(new URL(`./ucp/${PATH}`, import.meta.url), "utf8")) as {
  readonly methods: readonly Method[];
};

/** A message of the embedded protocol, as a host receives it. */
export type EmbeddedMessage = {
  readonly jsonrpc: string;
  readonly id?: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** Returns what is wrong with a message to a host, by JSON-RPC 2.0 and the published OpenRPC document. */
export function messageErrors({ jsonrpc, id, method, params, ...more }: EmbeddedMessage): readonly string[] {
  const at = methods.findIndex(({ name }) => name === method);
  const declared = methods[at]?.params;
  if (!declared) return [`there is no ${method}`];
  const isRequest = method === "ec.ready" || method.endsWith("_request");
  const form = [
    ...(jsonrpc === "2.0" ? [] : ["jsonrpc is not 2.0"]),
    ...((id !== undefined) === isRequest ? [] : [isRequest ? "a request has no id" : "a notification has an id"]),
    ...Object.keys(more).map((name) => `${name} is not part of a message`),
  ];
  // The prose has the error itself as `params`, the document a parameter with it. The prose decides.
  if (method === "ec.error") return [...form, ...ucpErrors("shopping/types/error_response.json", params)];
  const unknown = Object.keys(params).filter((name) => !declared.some((each) => each.name === name));
  const wrong = declared.flatMap(({ name, required, schema: { $ref } }, index) => {
    if (!(name in params)) return required ? [`${name} is missing`] : [];
    const own = `../${PATH}#/methods/${at}/params/${index}/schema`;
    // References of the document are relative to it.
    return ucpErrors($ref?.startsWith("../../schemas/") ? $ref.slice("../../schemas/".length) : own, params[name]);
  });
  return [...form, ...unknown.map((name) => `${name} is not a parameter`), ...wrong];
}

/** Returns what is wrong with a host's answer to a request, by the published OpenRPC document. */
export function answerErrors(method: string, result: unknown): readonly string[] {
  const at = methods.findIndex(({ name }) => name === method);
  return ucpErrors(`../${PATH}#/methods/${at}/result/schema`, result);
}
