import { startFake, type FakeAnswer, type FakeCall, type FakeOptions } from "#simulator/play/fake-server.ts";
import { failureSwitches } from "#simulator/play/switches.ts";
import { demoCustomers, QUESTIONS } from "./rules.ts";

export const CUSTOMER_BASE = { secret: "operator-secret" };

type BaseOptions = FakeOptions & {
  /** Answers instead of the rules; null: the rules answer. */
  readonly before?: (call: FakeCall) => object | null;
};

/** The operator's systems over HTTP (docs/operator-systems.md), with the demo's customers. */
export async function startCustomerBase({
  before = () => null,
  switches = failureSwitches(),
  ...more
}: BaseOptions = {}) {
  const base = { customers: demoCustomers(), refusedNumbers: new Set<string>() };

  function answer(call: FakeCall): FakeAnswer {
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
  }

  const fake = await startFake(answer, { ...more, switches });
  return { ...fake, base };
}

/** An answer in a few words: of a customer only the e-mail. */
function summaryOf(body: object): string {
  const { customer } = body as { readonly customer?: { readonly username: string } | null };
  if (customer === undefined) return JSON.stringify(body).replaceAll(/[{}"]/g, "");
  return customer === null ? "no customer" : customer.username;
}
