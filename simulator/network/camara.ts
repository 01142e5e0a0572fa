import { startFake, type FakeAnswer, type FakeCall, type FakeOptions } from "#simulator/play/fake-server.ts";
import { failureSwitches } from "#simulator/play/switches.ts";
import { createAuthorization } from "./authorization.ts";
import { answerFillIn, type NetworkRecord } from "./fill-in.ts";
import { ageVerified, matched, type Holder } from "./kyc.ts";
import { E164, error, objectOf } from "./requests.ts";

export { NETWORK } from "./authorization.ts";

const HOUR_MS = 3600_000;
/** The longest period that the API can be asked about, in hours. */
const MAX_HOURS = 2400;
const DEFAULT_HOURS = 240;

/** A number's SIM: when it was last changed, in ms since 1970; that the number is unknown, or not checked. */
export type Sim = { readonly changedAt: number } | "unknown" | "notApplicable";

/**
 * The exposure platform of a mobile operator: its authorisation server and CAMARA's APIs SIM Swap 2.1.0 (checkSimSwap),
 * Number Verification 2.1.0 (phoneNumberShare), KYC Fill-in 0.4.1, KYC Match 0.4.0 and KYC Age Verification 0.2.1.
 * Numbers without an entry in `sims` have an old SIM, and those without one in `records` a customer all the same; the
 * holders of those without one in `holders` match.
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
  const records = new Map<string, NetworkRecord | null>();
  const holders = new Map<string, Holder>();
  const authorization = createAuthorization({ now, switches, url: () => fake.url });
  const { tokenOf } = authorization;
  const fake = await startFake(answer, { ...more, switches });

  const apis: Readonly<Record<string, (call: FakeCall) => FakeAnswer>> = {
    "POST /sim-swap/v2/check": check,
    "POST /kyc-match/v0.4/match": allowed("kyc-match:match", (call) => matched(call, holderOf)),
    "POST /kyc-age-verification/v0.2/verify": allowed("kyc-age-verification:verify", (call) =>
      ageVerified(call, holderOf),
    ),
    "GET /number-verification/v2/device-phone-number": share,
    "POST /kyc-fill-in/v0.4/fill-in": (call) => answerFillIn(call, tokenOf(call), records, switches),
  };

  function answer(call: FakeCall): FakeAnswer {
    const own = authorization.answer(call);
    if (own) return own;
    const { headers = {}, ...rest } = apis[`${call.method} ${call.path}`]?.(call) ?? error(404, "NOT_FOUND");
    const correlator = call.headers["x-correlator"];
    return { ...rest, headers: { ...headers, ...(typeof correlator === "string" && { "x-correlator": correlator }) } };
  }

  /** The holder that a number has. "Decline" makes the next number one that the network does not support. */
  function holderOf(msisdn: string): Holder {
    return switches.take("decline") ? "notSupported" : (holders.get(msisdn) ?? "matches");
  }

  function allowed(scope: string, play: (call: FakeCall) => FakeAnswer) {
    return (call: FakeCall): FakeAnswer => {
      const token = tokenOf(call);
      if (!token) return error(401, "UNAUTHENTICATED");
      return token.scopes.includes(scope) ? play(call) : error(403, "PERMISSION_DENIED");
    };
  }

  function share(call: FakeCall): FakeAnswer {
    const token = tokenOf(call);
    if (!token) return error(401, "UNAUTHENTICATED");
    if (!token.scopes.includes("number-verification:device-phone-number:read")) return error(403, "PERMISSION_DENIED");
    if (token.msisdn === null || switches.take("decline"))
      return error(403, "NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK");
    return { body: { devicePhoneNumber: `+${token.msisdn}` }, remark: `+${token.msisdn}` };
  }

  function check(call: FakeCall): FakeAnswer {
    const token = tokenOf(call);
    if (!token) return error(401, "UNAUTHENTICATED");
    if (!token.scopes.some((each) => each === "sim-swap:check" || each === "sim-swap"))
      return error(403, "PERMISSION_DENIED");
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
    records,
    holders,
    phone: authorization.phone,
    endTokens: authorization.endTokens,
  };
}

type Question = { readonly phoneNumber?: string; readonly maxAge: number };

/** Reads CreateCheckSimSwap, or returns the code of its mistake. */
function questionOf(call: FakeCall): Question | "INVALID_ARGUMENT" | "OUT_OF_RANGE" {
  const body = objectOf(call);
  if (!body) return "INVALID_ARGUMENT";
  const { phoneNumber, maxAge = DEFAULT_HOURS } = body;
  if (typeof maxAge !== "number" || !Number.isInteger(maxAge)) return "INVALID_ARGUMENT";
  if (maxAge < 1 || maxAge > MAX_HOURS) return "OUT_OF_RANGE";
  if (phoneNumber === undefined) return { maxAge };
  return typeof phoneNumber === "string" && E164.test(phoneNumber) ? { phoneNumber, maxAge } : "INVALID_ARGUMENT";
}
