import { startFake, type FakeCall, type FakeOptions, type StandIn } from "#simulator/play/fake-server.ts";
import { failureSwitches, type Switches } from "#simulator/play/switches.ts";
import { demoBase, QUESTIONS, type Base } from "./rules.ts";

export const CUSTOMER_BASE = { secret: "operator-secret" };

/** Can respond to a call instead of the rules. Null lets the rules respond. */
type Before = (call: FakeCall) => object | null;

/** Responds to a shop's calls (docs/operator-systems.md) with this base's data. */
export function customerBase(base: Base, before: Before = () => null, switches: Switches = failureSwitches()): StandIn {
  return (call) => {
    const secret = switches.take("wrongSignature") ? "another secret" : CUSTOMER_BASE.secret;
    if (call.headers.authorization !== `Bearer ${secret}`) return { status: 401, remark: "wrong secret" };
    if (call.method !== "POST" || call.query.size > 0) return { status: 405 };
    const question = Object.hasOwn(QUESTIONS, call.path) ? QUESTIONS[call.path] : undefined;
    if (!question) return { status: 404 };
    const instead = before(call);
    if (instead) return { body: instead };
    if (question.no && switches.take("decline")) return { body: question.no, remark: "refused (declined)" };
    const body = question.answer(call.json(), base);
    return { body, remark: summaryOf(body) };
  };
}

/** Starts the operator's systems on an HTTP port, with the demo's customers. */
export async function startCustomerBase({
  before,
  switches = failureSwitches(),
  ...more
}: FakeOptions & { readonly before?: Before } = {}) {
  const refusedNumbers = new Set<string>();
  const base = demoBase(refusedNumbers);
  const fake = await startFake(customerBase(base, before, switches), { ...more, switches });
  return { ...fake, base, refusedNumbers };
}

/** Returns a short summary of a response; for a customer, only the e-mail address. */
function summaryOf(body: object): string {
  const { customer } = body as { readonly customer?: { readonly username: string } | null };
  if (customer === undefined) return JSON.stringify(body).replaceAll(/[{}"]/g, "");
  return customer === null ? "no customer" : customer.username;
}
