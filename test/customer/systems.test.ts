import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addDays, dayInZurich } from "#core/time/dates.ts";
import type { CustomerSystems } from "#server/sale/customer/customer-systems.ts";
import { checkDemoCustomers } from "#server/integrations/customers/demo-customers.ts";
import { httpCustomers } from "#server/integrations/customers/http.ts";
import { sandboxCustomers } from "#server/sandboxes.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { OPERATOR_SECRET, startOperator } from "../support/operator.ts";
import { expectOk } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";

const MIA = "mia.keller@example.ch";
const PASSWORD = "kasse-demo-2026";
const PERSON = { firstName: "Nora", lastName: "Beispiel", birthday: "1991-03-14", postalCode: "8001" };

let dataDir: string;
let operator: Awaited<ReturnType<typeof startOperator>>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "kasse-systems-"));
  operator = await startOperator();
});
afterAll(async () => {
  await operator.stop();
  await rm(dataDir, { recursive: true, force: true });
});
afterEach(() => {
  operator.state.mood = "well";
  operator.override.answerWith = null;
});
const client = (more: object = {}) =>
  httpCustomers({ url: operator.url, secret: OPERATOR_SECRET, timeoutMs: 10_000, restMs: 1500, ...more });

describe.each<[string, () => Promise<CustomerSystems>]>([
  ["the sandbox", () => sandboxCustomers(dataDir, () => new Date())],
  ["the operator's systems over HTTP", async () => client()],
])("%s", (_name, connect) => {
  let systems: CustomerSystems;
  beforeAll(async () => {
    systems = await connect();
  });

  test("know a customer by e-mail, number and password", async () => {
    const mia = await systems.findByEmail(MIA);
    expect(mia).toMatchObject({
      email: MIA,
      profile: { phone: "41784000001", solvent: true, person: { lastName: "Keller" } },
    });
    expect(mia?.profile.address?.addressId).toBeTruthy();
    expect(await systems.findByMsisdn("41784000001")).toEqual(mia);
    expect(await systems.checkPassword(MIA, PASSWORD)).toEqual(mia);
    expect((await systems.findByMsisdn("41784000004"))?.profile).not.toHaveProperty("address");
  });

  test("know no other customer, and no wrong password", async () => {
    expect(await systems.findByEmail("nobody@example.ch")).toBeNull();
    expect(await systems.findByMsisdn("41784999999")).toBeNull();
    expect(await systems.checkPassword(MIA, "guessed")).toBeNull();
  });

  test("check number, PUK, document, address and solvency", async () => {
    const transfer = { msisdn: "41791234567", subscriptionType: "Prepaid", puk: "12345678", holder: HOLDER };
    expect((await systems.checkTransfer(transfer)).refused).toEqual([]);
    const wrong = await systems.checkTransfer({ ...transfer, msisdn: "41791230000", puk: "00000000" });
    expect(wrong).toEqual({ refused: ["mnpMsisdn", "puk"], reason: "kind" });
    const bound = await systems.checkTransfer({ ...transfer, msisdn: "41791260000" });
    expect(bound).toEqual({ refused: [], earliest: addDays(dayInZurich(new Date()), 60) });
    expect([await systems.isDocumentUsed(document("X0000000")), await systems.isDocumentUsed(document("X1"))]).toEqual([
      true,
      false,
    ]);
    const address = { street: "Nirgendsweg", number: "1", postalCode: "8001", city: "Zürich" };
    expect([await systems.isAddressBad(address), await systems.isAddressBad({ ...address, street: "Weg" })]).toEqual([
      true,
      false,
    ]);
    expect([
      await systems.checkSolvency(PERSON),
      await systems.checkSolvency({ ...PERSON, lastName: "Insolvenz" }),
    ]).toEqual([{ solvent: true }, { solvent: false }]);
  });
});

const HOLDER = { firstName: "Nora", lastName: "Beispiel" };
const document = (number: string) => ({ country: "CH", type: "swissPassport", number });

test("the sandbox's password is the one in the file; a different one stored as a hash is not replaced silently", async () => {
  const file = join(dataDir, "sandbox", "customers.json");
  const demo = JSON.parse(await readFile(file, "utf8")) as object;
  await writeFile(file, JSON.stringify({ ...demo, password: "another password" }));
  const systems = await sandboxCustomers(dataDir, () => new Date());
  expect(await systems.checkPassword(MIA, PASSWORD)).toBeNull();
  expect(await systems.checkPassword(MIA, "another password")).toMatchObject({ email: MIA });
  // A copy in the earlier format, with the hash of the published password.
  const earlier = "$argon2id$v=19$m=19456,t=2,p=1$8NoM0VkmUjjVh92gsgkFwQ$MWG5EVaa/qF6gfQ9zApX1SLRHvxnzJOz/66d+QYK4+w";
  await writeFile(file, JSON.stringify({ ...demo, password: undefined, passwordHash: earlier }));
  expect(await (await sandboxCustomers(dataDir, () => new Date())).checkPassword(MIA, PASSWORD)).not.toBeNull();
  await writeFile(file, JSON.stringify({ ...demo, password: undefined, passwordHash: "$argon2id$own" }));
  await expect(checkDemoCustomers(dataDir)).rejects.toThrow("has a mistake at passwordHash");
  await writeFile(file, JSON.stringify(demo));
});

describe("over HTTP", () => {
  test.each(["silent", "lost", "half", "nonsense", "failing"] as const)(
    "a system that is %s is unavailable; lookups are tried three times, password and solvency once",
    async (mood) => {
      // Only a silent one has to time out: a busy machine can take long to send an immediate answer.
      const systems = client(mood === "silent" ? { timeoutMs: 200 } : {});
      operator.state.mood = mood;
      const asked = async (question: Promise<unknown>) => {
        const before = operator.calls.length;
        await expect(question).rejects.toThrow(Unavailable);
        return operator.calls.length - before;
      };
      expect(await asked(systems.findByEmail(MIA))).toBe(3);
      expect(await asked(systems.checkPassword(MIA, PASSWORD))).toBe(1);
      expect(await asked(systems.checkSolvency(PERSON))).toBe(1);
    },
  );

  test("a short fault has no effect", async () => {
    const systems = client();
    operator.state.mood = "failing";
    const question = systems.findByEmail(MIA);
    await eventually("the first try", () => Promise.resolve(operator.calls.length > 0));
    operator.state.mood = "well";
    expect(await question).toMatchObject({ email: MIA });
  });

  test("only the system that fails repeatedly is not called, and called again later", async () => {
    const systems = client();
    operator.state.mood = "failing";
    for (let times = 0; times < 5; times++) await systems.checkSolvency(PERSON).catch(() => undefined);
    operator.state.mood = "well";
    const before = operator.calls.length;
    await expect(systems.checkSolvency(PERSON)).rejects.toThrow(Unavailable);
    expect(operator.calls.length).toBe(before);
    expect(await systems.findByEmail(MIA)).toMatchObject({ email: MIA });
    expect(await eventually("standing", () => systems.checkSolvency(PERSON).catch(() => false))).toEqual({
      solvent: true,
    });
  });

  test.each([["2026-13-40"], ["soon"], [20261201], [""]])(
    "%j as the first day of a transfer is no answer: no day is promised without one",
    async (earliest) => {
      operator.override.answerWith = { refused: [], earliest };
      const question = { msisdn: "41791234567", subscriptionType: "Postpaid", puk: "", holder: HOLDER } as const;
      await expect(client().checkTransfer(question)).rejects.toThrow(Unavailable);
      operator.override.answerWith = { refused: [], earliest: null };
      expect(await client().checkTransfer(question)).toEqual({ refused: [] });
    },
  );

  test("an unknown reason or alternative does not invalidate an answer", async () => {
    operator.override.answerWith = { refused: ["mnpMsisdn"], reason: "somethingNew" };
    expect(
      await client().checkTransfer({ msisdn: "41791234567", subscriptionType: "Postpaid", puk: "", holder: HOLDER }),
    ).toEqual({
      refused: ["mnpMsisdn"],
      reason: undefined,
    });
    operator.override.answerWith = { solvent: false, check: "astrology" };
    expect(await client().checkSolvency(PERSON)).toEqual({ solvent: false, check: "automated" });
    operator.override.answerWith = { solvent: false, check: null, accepts: null };
    expect(await client().checkSolvency(PERSON)).toEqual({ solvent: false, check: undefined, accepts: undefined });
    operator.override.answerWith = { solvent: false, check: null, accepts: ["prepaid", "barter"] };
    expect(await client().checkSolvency(PERSON)).toEqual({ solvent: false, check: undefined, accepts: ["prepaid"] });
  });

  test("a malformed list of alternatives, and an answer of megabytes, are no answers", async () => {
    operator.override.answerWith = { solvent: false, accepts: "prepaid" };
    await expect(client().checkSolvency(PERSON)).rejects.toThrow(Unavailable);
    operator.override.answerWith = { solvent: true, filling: "x".repeat(2_000_000) };
    await expect(client().checkSolvency(PERSON)).rejects.toThrow("the answer is too large");
    operator.override.answerWith = { solvent: true, filling: "x".repeat(900_000) };
    expect(await client().checkSolvency(PERSON)).toMatchObject({ solvent: true });
  });

  test("a record that cannot be read is asked for once, and opens no circuit: other customers log in", async () => {
    const systems = client();
    operator.override.answerWith = { customer: { userId: null, username: MIA } };
    const before = operator.calls.length;
    for (let times = 0; times < 6; times++)
      await expect(systems.findByEmail(MIA)).rejects.toThrow(/unreadable answer, customer\.userId$/);
    expect(operator.calls.length - before).toBe(6);
    operator.override.answerWith = null;
    expect(systems.circuits()).toMatchObject({ "customer base": false });
    expect(await systems.findByEmail("lea.rossi@example.ch")).not.toBeNull();
  });

  test("an answer with another customer gives no access", async () => {
    const systems = client();
    const bruno = await (await sandboxCustomers(dataDir, () => new Date())).findByEmail("bruno.frei@example.ch");
    const { phone, contracts, solvent, person } = bruno?.profile ?? {};
    operator.override.answerWith = {
      customer: { userId: "2", username: bruno?.email, phone, contracts, solvent, person, address: null },
    };
    await expect(systems.checkPassword(MIA, PASSWORD)).rejects.toThrow(Unavailable);
    await expect(systems.findByMsisdn("41784000001")).rejects.toThrow(Unavailable);
  });

  test("a wrong secret is reported without revealing it", async () => {
    const systems = client({ secret: "wrong-secret" });
    await expect(systems.checkSolvency(PERSON)).rejects.toThrow(/^operator \/solvency\/check: status 401$/);
  });
});

describe("a shop with the operator's systems", () => {
  let shop: Shop;
  const lines: string[] = [];
  beforeAll(async () => {
    shop = await startShop({
      jobs: true,
      onLog: (line) => void lines.push(line),
      env: {
        CUSTOMER_BASE: "http",
        CUSTOMER_BASE_URL: operator.url,
        CUSTOMER_BASE_SECRET: OPERATOR_SECRET,
        LOG_LEVEL: "error",
      },
    });
  });
  afterAll(() => shop.stop());

  test("tells a customer whose record cannot be read to call, with an error in the log", async () => {
    operator.override.answerWith = { customer: { userId: null, username: MIA } };
    expect(await shop.shopper().logIn(MIA)).toMatchObject({
      status: 503,
      body: { code: "REQUEST_FAILED_UNREADABLE_ANSWER", message: expect.stringContaining("rufen Sie uns an") },
    });
    const errors = lines
      .map((line) => JSON.parse(line) as { level: number; error?: string })
      .filter(({ level }) => level >= 50);
    expect(errors.map(({ error }) => error)).toEqual(["operator /customers/find: unreadable answer, customer.userId"]);
    expect(lines.join()).not.toContain(MIA);
  });

  test("logs its customers in, and answers 503 while they are unavailable", async () => {
    const shopper = shop.shopper();
    await expectOk("login", shopper.logIn(MIA));
    operator.state.mood = "failing";
    const down = {
      status: 503,
      body: { code: "REQUEST_FAILED_SERVER_ERROR", message: expect.any(String), requestId: expect.any(String) },
    };
    expect(await shopper.call("sendSms", { phone: "0784000001" })).toMatchObject(down);
    expect(await shopper.logIn("lea.rossi@example.ch")).toMatchObject(down);
    expect(await shopper.register("new@example.ch")).toMatchObject({ status: 503 });
  });
});
