import { CUSTOMER_BASE, startCustomerBase } from "#simulator/customers/base.ts";
import type { FakeCall } from "#simulator/play/fake-server.ts";
import { toWire } from "#core/form/spelling.ts";
import { profilePerson } from "./people.ts";
import { startShop, type Shop } from "./shop.ts";

export const OPERATOR_SECRET = CUSTOMER_BASE.secret;

/** A customer of the operator's base, whose data can change between two calls. */
export type Person = {
  userId: string;
  username: string;
  phone: string;
  password: string;
  solvent: boolean;
  contractType?: "Residential" | "Business";
  /** The fields that differ from Nora Beispiel. */
  person?: Record<string, string>;
  address?: Record<string, string> | null;
};

const recordOf = ({ userId, username, phone, solvent, contractType = "Residential", person, address }: Person) => ({
  userId,
  username,
  phone,
  solvent,
  contracts: [{ contractType }],
  person: { ...toWire(profilePerson({ mobilePhone: phone })), ...person },
  address: address ?? null,
});

/** Starts a shop whose customer base is an operator's, over HTTP. */
export async function startShopWithOperator(): Promise<{ shop: Shop; operator: Operator; stop(): Promise<void> }> {
  const operator = await startOperator();
  const shop = await startShop({
    jobs: true,
    env: { CUSTOMER_BASE: "http", CUSTOMER_BASE_URL: operator.url, CUSTOMER_BASE_SECRET: OPERATOR_SECRET },
  });
  return {
    shop,
    operator,
    async stop() {
      await shop.stop();
      await operator.stop();
    },
  };
}

type Operator = Awaited<ReturnType<typeof startOperator>>;

/** Starts an operator's systems over HTTP, with the demo customers; `answerWith` replaces the next answers. */
export async function startOperator() {
  const override = { answerWith: null as object | null };
  /** Customers of the base in addition to the demo ones; tests add and change them. */
  const people: Person[] = [];
  const base = await startCustomerBase({ before: (call) => override.answerWith ?? personal(people, call) });
  return { ...base, override, people };
}

/** Returns the base's answer about one of the test's own people; null for everyone else. */
function personal(people: readonly Person[], call: FakeCall): object | null {
  const sent = call.json() as Record<string, string>;
  if (call.path !== "/customers/find" && call.path !== "/customers/check-password") return null;
  const person = people.find(({ username, phone }) => username === sent["email"] || phone === sent["msisdn"]);
  if (!person) return null;
  const wrong = call.path === "/customers/check-password" && sent["password"] !== person.password;
  return { customer: wrong ? null : recordOf(person) };
}
