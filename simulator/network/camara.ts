import { randomUUID } from "node:crypto";
import { startFake, type FakeAnswer, type FakeCall, type FakeOptions } from "#simulator/play/fake-server.ts";
import { failureSwitches } from "#simulator/play/switches.ts";

/** The shop's registration at the operator. */
export const NETWORK = { clientId: "kasse-shop", clientSecret: "network-secret" };

/** How long a token is valid, in seconds. */
const TOKEN_SECONDS = 300;
const HOUR_MS = 3600_000;
/** The longest period that the API can be asked about, in hours. */
const MAX_HOURS = 2400;
const DEFAULT_HOURS = 240;
const E164 = /^\+[1-9][0-9]{4,14}$/;
const CORRELATOR = /^[a-zA-Z0-9\-_:;./<>{}]{0,256}$/;

/** A number's SIM: when it was last changed, in ms since 1970; that the number is unknown, or not checked. */
export type Sim = { readonly changedAt: number } | "unknown" | "notApplicable";

/**
 * The exposure platform of a mobile operator: an OAuth 2.0 token endpoint, and CAMARA's SIM Swap API 2.1.0, operation
 * checkSimSwap. Numbers without an entry in `sims` have an old SIM.
 */
export async function startCamara({
  now = () => Date.now(),
  monitoredHours = MAX_HOURS,
  switches = failureSwitches(),
  ...more
}: FakeOptions & {
  readonly now?: () => number;
  /** The longest period that this operator looks back, in hours. */
  readonly monitoredHours?: number;
} = {}) {
  const sims = new Map<string, Sim>();
  /** The end of each token, in ms since 1970. */
  const tokens = new Map<string, number>();
  const fake = await startFake(answer, { ...more, switches });

  function answer(call: FakeCall): FakeAnswer {
    if (call.path === "/token") return call.method === "POST" ? token(call) : { status: 405 };
    if (call.path !== "/sim-swap/v2/check") return error(404, "NOT_FOUND");
    const { status = 200, headers = {}, ...rest } = call.method === "POST" ? check(call) : { status: 405 };
    const correlator = call.headers["x-correlator"];
    return {
      ...rest,
      status,
      headers: { ...headers, ...(typeof correlator === "string" && { "x-correlator": correlator }) },
    };
  }

  function token({ headers, raw }: FakeCall): FakeAnswer {
    const form = new URLSearchParams(raw.toString());
    const secret = switches.take("wrongSignature") ? "another secret" : NETWORK.clientSecret;
    const basic = Buffer.from(`${NETWORK.clientId}:${secret}`).toString("base64");
    if (headers.authorization !== `Basic ${basic}`) return { status: 401, body: { error: "invalid_client" } };
    if (form.get("grant_type") !== "client_credentials")
      return { status: 400, body: { error: "unsupported_grant_type" } };
    // Exactly one purpose (Security and Interoperability Profile).
    const scopes = (form.get("scope") ?? "").split(" ");
    const isAllowed = scopes.some((each) => each === "sim-swap:check" || each === "sim-swap");
    if (!isAllowed || scopes.filter((each) => each.startsWith("dpv:")).length !== 1)
      return { status: 400, body: { error: "invalid_scope" } };
    const made = randomUUID();
    tokens.set(made, now() + TOKEN_SECONDS * 1000);
    return { body: { access_token: made, token_type: "Bearer", expires_in: TOKEN_SECONDS } };
  }

  function check(call: FakeCall): FakeAnswer {
    const given = /^Bearer (\S+)$/.exec(String(call.headers.authorization))?.[1] ?? "";
    if ((tokens.get(given) ?? 0) <= now()) return error(401, "UNAUTHENTICATED");
    const read = questionOf(call);
    if (typeof read === "string") return error(400, read);
    const { phoneNumber, maxAge } = read;
    if (phoneNumber === undefined) return error(422, "MISSING_IDENTIFIER");
    if (maxAge > monitoredHours) return error(400, "OUT_OF_RANGE");
    if (switches.take("decline")) return error(422, "SERVICE_NOT_APPLICABLE");
    const sim = sims.get(phoneNumber.slice(1)) ?? { changedAt: 0 };
    if (sim === "unknown") return error(404, "IDENTIFIER_NOT_FOUND");
    if (sim === "notApplicable") return error(422, "SERVICE_NOT_APPLICABLE");
    const swapped = now() - sim.changedAt < maxAge * HOUR_MS;
    return { body: { swapped }, remark: `${phoneNumber}, ${maxAge} hours: ${swapped ? "swapped" : "not swapped"}` };
  }

  return {
    ...fake,
    sims,
    /** Ends all tokens before their time, like new keys of the authorisation server. */
    endTokens: () => tokens.clear(),
  };
}

type Question = { readonly phoneNumber?: string; readonly maxAge: number };

/** Reads CreateCheckSimSwap, or returns the code of its mistake. */
function questionOf(call: FakeCall): Question | "INVALID_ARGUMENT" | "OUT_OF_RANGE" {
  const { "x-correlator": correlator = "", "content-type": type } = call.headers;
  if (!CORRELATOR.test(String(correlator)) || !/^application\/json\b/.test(String(type))) return "INVALID_ARGUMENT";
  let body: Record<string, unknown>;
  try {
    body = call.json();
  } catch {
    return "INVALID_ARGUMENT";
  }
  const { phoneNumber, maxAge = DEFAULT_HOURS } = body;
  if (typeof maxAge !== "number" || !Number.isInteger(maxAge)) return "INVALID_ARGUMENT";
  if (maxAge < 1 || maxAge > MAX_HOURS) return "OUT_OF_RANGE";
  if (phoneNumber === undefined) return { maxAge };
  return typeof phoneNumber === "string" && E164.test(phoneNumber) ? { phoneNumber, maxAge } : "INVALID_ARGUMENT";
}

/** ErrorInfo. */
const error = (status: number, code: string): FakeAnswer => ({
  status,
  body: { status, code, message: `The network answers ${code.toLowerCase().replaceAll("_", " ")}.` },
  remark: code,
});
