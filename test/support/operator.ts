import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CustomerSystems } from "#server/sale/customer/customer-systems.ts";
import type { BaseCustomer } from "#server/sale/identity/customer-base.ts";
import { sandboxCustomers } from "#server/edges/customers/sandbox.ts";
import { startFake, type FakeCall } from "#simulator/play/fake-server.ts";
import { startShop, type Shop } from "./shop.ts";

export const OPERATOR_SECRET = "operator-secret";

/** A customer of the operator's base, who may change between two calls. */
export type Person = {
  userId: string;
  username: string;
  phone: string;
  password: string;
  solvent: boolean;
  contractType?: "Residential" | "Business";
  /** What differs from Nora Beispiel. */
  person?: Record<string, string>;
  address?: Record<string, string> | null;
};

const recordOf = ({ userId, username, phone, solvent, contractType = "Residential", person, address }: Person) => ({
  userId,
  username,
  phone,
  solvent,
  contracts: [{ contractType }],
  person: {
    salutation: "Mrs",
    first_name: "Nora",
    last_name: "Beispiel",
    day: "14",
    month: "03",
    year: "1991",
    mobilePhone: phone,
    ...person,
  },
  address: address ?? null,
});

const record = (customer: BaseCustomer | null) => {
  if (!customer) return { customer: null };
  const { userId, email, profile } = customer;
  const { phone, contracts, solvent, person, address = null } = profile;
  return { customer: { userId, username: email, phone, contracts, solvent, person, address } };
};

/** A shop whose customer base is an operator's, over HTTP. */
export async function startShopWithOperator(): Promise<{ shop: Shop; operator: Operator; stop(): Promise<void> }> {
  const operator = await startOperator();
  const shop = await startShop({
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

/** An operator's systems over HTTP, with the demo customers behind them; `answerWith` replaces the next answers. */
export async function startOperator() {
  const dataDir = await mkdtemp(join(tmpdir(), "kasse-operator-"));
  const demo = await sandboxCustomers(dataDir);
  const state = { answerWith: null as object | null };
  const people: Person[] = [];
  const fake = await startFake(async (call) => {
    if (call.headers.authorization !== `Bearer ${OPERATOR_SECRET}`) return { status: 401 };
    if (call.method !== "POST" || call.query.size > 0) return { status: 405 };
    return { body: state.answerWith ?? personal(people, call) ?? (await answer(demo, call)) };
  });
  return {
    ...fake,
    override: state,
    /** Customers of the base beyond the demo ones; tests add and change them. */
    people,
    async stop() {
      await fake.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What the base answers about one of the test's own people; null for everybody else. */
function personal(people: readonly Person[], call: FakeCall): object | null {
  const sent = call.json() as Record<string, string>;
  if (call.path !== "/customers/find" && call.path !== "/customers/check-password") return null;
  const person = people.find(({ username, phone }) => username === sent["email"] || phone === sent["msisdn"]);
  if (!person) return null;
  const wrong = call.path === "/customers/check-password" && sent["password"] !== person.password;
  return { customer: wrong ? null : recordOf(person) };
}

async function answer(demo: CustomerSystems, call: FakeCall): Promise<object> {
  const sent = call.json() as Record<string, string> & Parameters<CustomerSystems["isSolvent"]>[0];
  const address = sent as unknown as Parameters<CustomerSystems["isAddressBad"]>[0];
  const transfer = sent as unknown as Parameters<CustomerSystems["checkTransfer"]>[0];
  switch (call.path) {
    case "/customers/find":
      return record(
        sent["email"] ? await demo.findByEmail(sent["email"]) : await demo.findByMsisdn(sent["msisdn"] ?? ""),
      );
    case "/customers/check-password":
      return record(await demo.checkPassword(sent["email"] ?? "", sent["password"] ?? ""));
    case "/transfers/check":
      return { refused: await demo.checkTransfer(transfer) };
    case "/documents/check":
      return {
        used: await demo.isDocumentUsed({
          number: sent["documentNumber"] ?? "",
          type: sent["documentType"] ?? "",
          country: sent["issuingCountry"] ?? "",
        }),
      };
    case "/addresses/check":
      return { bad: await demo.isAddressBad(address) };
    default:
      return { solvent: await demo.isSolvent(sent) };
  }
}
