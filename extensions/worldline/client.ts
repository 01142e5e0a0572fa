import http from "node:http";
import https from "node:https";
import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import type { V1Client } from "#libraries/worldline/index.ts";
import { Unavailable, Unreadable } from "#server/platform/unavailable.ts";

export type WorldlineSettings = {
  /** Such as `https://eu.preprod.api-ingenico.com`. */
  readonly url: string;
  readonly merchantId: string;
  readonly apiKeyId: string;
  readonly apiSecret: string;
  readonly timeoutMs: number;
};

type Answer = { readonly status: number; readonly isSuccess: boolean; readonly body: unknown };
type Ask = (client: V1Client, merchantId: string) => Promise<Answer>;

/**
 * Makes a call of the Connect API through its SDK. Returns null for a 404, and throws Unavailable for every other
 * failure.
 */
export type WorldlineCall = <Schema extends v.GenericSchema>(
  what: string,
  schema: Schema,
  ask: Ask,
) => Promise<v.InferOutput<Schema> | null>;

/**
 * Calls the Connect API through its SDK, which is only loaded if Worldline is chosen. The SDK has no timeout and hangs
 * if a connection breaks during a response. So each call has an agent of its own, which is destroyed after the response
 * or the timeout.
 */
export async function worldlineCalls(settings: WorldlineSettings): Promise<WorldlineCall> {
  const { init } = (await import("#libraries/worldline/index.ts")).default;
  const { protocol, hostname, port } = new URL(settings.url);
  const scheme = protocol === "http:" ? "http" : "https";
  return async (what, schema, ask) => {
    const agent = scheme === "http" ? new http.Agent() : new https.Agent();
    const client = init({
      host: hostname,
      scheme,
      ...(port && { port: Number(port) }),
      apiKeyId: settings.apiKeyId,
      secretApiKey: settings.apiSecret,
      integrator: "Kasse",
      connectionOptions: { agent },
    });
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error("no answer in time")), settings.timeoutMs);
    });
    const answer = await Promise.race([ask(client.v1, settings.merchantId), timeout])
      .catch((error: Error) => {
        throw new Unavailable(`Worldline ${what}: ${error.message}`);
      })
      .finally(() => {
        clearTimeout(timer);
        agent.destroy();
      });
    if (answer.status === 404) return null;
    if (!answer.isSuccess) throw new Unavailable(`Worldline ${what}: status ${answer.status}${codesIn(answer.body)}`);
    const read = v.safeParse(schema, answer.body);
    if (!read.success)
      throw new Unreadable(`Worldline ${what}: unreadable answer, ${v.getDotPath(read.issues[0]) ?? "as a whole"}`);
    return read.output;
  };
}

const Errors = v.object({ errors: v.array(v.object({ code: mayBeAbsent(v.string()) })) });

/**
 * Returns the error codes of a response, for the log. Messages are left out, because they may contain data from the
 * request.
 */
function codesIn(body: unknown): string {
  const read = v.safeParse(Errors, body);
  return read.success ? `, code ${read.output.errors.map(({ code }) => code ?? "?").join(" ")}` : "";
}

/**
 * Returns the reference of a payment at Worldline: the 16 bytes of Kasse's payment id in base64url (22 characters). A
 * UUID would be too long: it has 36 characters, and the GlobalCollect platform allows 30.
 */
export function referenceOf(paymentId: string): string {
  return Buffer.from(paymentId.replaceAll("-", ""), "hex").toString("base64url");
}

/** Returns the payment id from a reference; null if the reference is not one of Kasse's. */
export function paymentIdOf(reference: string): string | null {
  if (!/^[A-Za-z0-9_-]{22}$/.test(reference)) return null;
  const hex = Buffer.from(reference, "base64url").toString("hex");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return referenceOf(id) === reference ? id : null;
}
