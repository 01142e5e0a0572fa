import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ISSUER, WALLET } from "../simulator/beta-id.ts";
import { startFake } from "#simulator/play/fake-server.ts";
import { startVerifier } from "../simulator/verifier.ts";
import { sendWebhook, WEBHOOK } from "../simulator/verification.ts";
import { personForm, picture } from "#test/support/people.ts";
import { expectOk, type Shopper } from "#test/support/shopper.ts";
import { startShop, type Shop } from "#test/support/shop.ts";
import { swiyuValidator } from "./validator.ts";

type Verifier = Awaited<ReturnType<typeof startVerifier>>;
let verifier: Verifier;
/** A shop that accepts an e-ID instead of a picture, and one that does not. */
let [instead, besides]: Shop[] = [];
let image: Blob;
beforeAll(async () => {
  verifier = await startVerifier();
  const key = WEBHOOK.key.replace(/^Bearer /, "");
  const env = { EID: "swiyu", EID_URL: verifier.url, EID_ISSUERS: ISSUER, EID_WEBHOOK_KEY: key };
  [instead, besides, image] = await Promise.all([
    startShop({ env: { ...env, EID_REPLACES_PICTURE: "on" } }),
    startShop({ env }),
    picture(),
  ]);
});
afterAll(async () => {
  await Promise.all([instead?.stop(), besides?.stop()]);
  await verifier.stop();
});

let people = 0;
/** The content of Nora Beispiel's Beta-ID, as fields of the form. */
const NORA = {
  idNo: "BETAIDN7K2Q9XA",
  identifiedBy: "182400003",
  issuer: "Beta Credential Service BCS",
};
const MAX = { first_name: "Max", last_name: "Muster", day: "2", month: "11", year: "1985" };
async function atStep5(shop = instead, changes: object = {}) {
  if (!shop) throw new Error("There is no shop");
  const shopper = shop.shopper();
  const form = { ...personForm(`eid${(people += 1)}@example.ch`), ...changes };
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await expectOk("register", shopper.register(form.email));
  await expectOk("validate", shopper.call("validateCustomer", form as never));
  await expectOk("update", shopper.call("updateCustomer", form as never));
  return { shop, shopper, form };
}
type Begun = { link: string; secret: string; secondsLeft: number };
async function begin(shopper: Shopper) {
  const begun = (await expectOk("begin", shopper.call("beginEid", {}))) as Begun;
  const found = [...verifier.verifications.values()].at(-1);
  if (!found) throw new Error("The verifier has no verification");
  return { begun, found };
}
type State = { state: string; reason?: string; reading?: { fields: Record<string, string>; differs: string[] } };
/** Polls until the state is final, because the shop asks the verifier at most once a second. */
async function stateOf(shopper: Shopper, secret: string): Promise<State> {
  for (;;) {
    const found = (await expectOk("state", shopper.call("eidState", { secret }))) as State;
    if (found.state !== "waiting") return found;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
async function verified(shopper: Shopper, credential: keyof typeof WALLET = "nora") {
  const { begun, found } = await begin(shopper);
  await verifier.present(found, WALLET[credential]());
  return { begun, found, ...(await stateOf(shopper, begun.secret)) };
}

describe("an e-ID", () => {
  test("is requested in the verifier's own format, and is answered with the fields of the form", async () => {
    const { shopper } = await atStep5();
    const { begun, found, state, reading } = await verified(shopper);
    expect((await swiyuValidator("CreateVerificationManagement"))(found.request)).toEqual([]);
    expect(begun).toMatchObject({ link: expect.stringMatching(/^swiyu-verify:\/\//), secondsLeft: 900 });
    expect(state).toBe("verified");
    expect(reading).toMatchObject({ fields: { citizenship: "CH", ...NORA }, differs: [] });
    const asked = found.request.dcql_query.credentials.flatMap(({ claims = [] }) => claims.map(({ path }) => path[0]));
    expect(asked).not.toContain("portrait");
    expect(asked).not.toContain("personal_administrative_number");
  });

  test("replaces the picture if the operator allows it, and the order shows that it was an e-ID", async () => {
    const { shop, shopper, form } = await atStep5();
    expect((await shopper.prepare("5")).body).toMatchObject({ eid: { replacesPicture: true } });
    expect((await shopper.createCustomer(form)).status).toBe(422);
    const { reading, found } = await verified(shopper);
    const filled = { ...form, ...reading?.fields };
    await expectOk("create", shopper.createCustomer(filled as never));
    await expectOk("order", shopper.call("createOrder", {}));
    const { rows } = await shop.database.pool.query<{ eid: object }>(
      "select terms->'eid' as eid from orders order by created_at desc limit 1",
    );
    expect(rows[0]?.eid).toMatchObject({ verification: found.id, instead: true });
  });

  test("only fills the form where the law still requires the picture", async () => {
    const { shopper, form } = await atStep5(besides);
    const { reading } = await verified(shopper);
    const filled = { ...form, ...reading?.fields, idNo: "BETAIDOTHER1" };
    const refused = await shopper.createCustomer({ ...filled, ...reading?.fields } as never);
    expect(refused).toMatchObject({ status: 422, body: { errors: { document: [expect.any(String)] } } });
    await expectOk("upload", shopper.upload(image));
    await expectOk("create", shopper.createCustomer({ ...filled } as never));
  });

  test.each([
    ["another kind of document", { identifiedBy: "182400004" }],
    ["another number", { idNo: "BETAIDN7K2Q9XB" }],
    ["a later end", { validUntil: "2046-01-01" }],
    ["another birthday", { day: "15" }],
    ["another name", { last_name: "Muster" }],
    ["another citizenship", { citizenship: "DE", identifiedBy: "182400012" }],
  ])("does not prove a form with %s", async (_what, changes) => {
    const { shopper, form } = await atStep5();
    const { reading } = await verified(shopper);
    const answer = await shopper.createCustomer({ ...form, ...reading?.fields, ...changes } as never);
    expect(answer).toMatchObject({ status: 422, body: { errors: { document: [expect.any(String)] } } });
  });

  test("of another person is reported, and proves nothing until the form contains that person", async () => {
    const { shopper, form } = await atStep5();
    const { reading, begun } = await verified(shopper, "muster");
    expect(reading?.differs).toEqual(["last_name", "first_name", "birthday"]);
    const filled = { ...form, ...reading?.fields };
    expect((await shopper.createCustomer(filled as never)).status).toBe(422);
    const max = { ...filled, first_name: "Max", last_name: "Muster", day: "2", month: "11", year: "1985" };
    await expectOk("validate", shopper.call("validateCustomer", max as never));
    expect((await shopper.createCustomer(max as never)).status).toBe(422);
    expect(await stateOf(shopper, begun.secret)).toMatchObject({ state: "verified", reading: { differs: [] } });
    await expectOk("create", shopper.createCustomer(max as never));
  });

  test("once proven, expires with the next change of the form", async () => {
    const { shopper, form } = await atStep5();
    const { reading } = await verified(shopper, "muster");
    const max = {
      ...form,
      ...reading?.fields,
      first_name: "Max",
      last_name: "Muster",
      day: "2",
      month: "11",
      year: "1985",
    };
    await expectOk("validate", shopper.call("validateCustomer", max as never));
    await verified(shopper, "muster");
    await expectOk("create", shopper.createCustomer(max as never));
    await expectOk("validate", shopper.call("validateCustomer", { ...max, first_name: "Moritz" } as never));
    expect((await shopper.call("createOrder", {})).status).toBe(409);
  });

  test.each([
    ["expired", "invalid"],
    ["revoked", "invalid"],
    ["suspended", "invalid"],
    ["jwtExpired", "invalid"],
    ["otherIssuer", "notAccepted"],
  ] as const)("that is %s is rejected: %s", async (credential, reason) => {
    const { shopper } = await atStep5();
    expect(await verified(shopper, credential)).toMatchObject({ state: "refused", reason });
  });

  test.each(["client_rejected", "access_denied"] as const)(
    "that is not shown (%s) is rejected, and can be shown again",
    async (code) => {
      const { shopper } = await atStep5();
      const { begun, found } = await begin(shopper);
      await verifier.reject(found, code);
      expect(await stateOf(shopper, begun.secret)).toEqual({ state: "refused", reason: "declined" });
      expect(await verified(shopper)).toMatchObject({ state: "verified" });
      // The previous one is replaced.
      expect(await stateOf(shopper, begun.secret)).toEqual({ state: "refused", reason: "expired" });
    },
  );

  test("expires after its time", async () => {
    const { shopper } = await atStep5();
    const { begun, found } = await begin(shopper);
    verifier.expire(found);
    expect(await stateOf(shopper, begun.secret)).toEqual({ state: "refused", reason: "expired" });
  });

  test("is only shown to the page that started it", async () => {
    const { shopper } = await atStep5();
    await verified(shopper);
    for (const secret of ["x", "A".repeat(32)])
      expect(await stateOf(shopper, secret)).toEqual({ state: "refused", reason: "expired" });
    const { shopper: other } = await atStep5();
    const { begun } = await verified(shopper);
    expect(await stateOf(other, begun.secret)).toEqual({ state: "refused", reason: "expired" });
  });

  test("leaves only a hash of its content in the shop", async () => {
    const { shop, shopper } = await atStep5();
    await verified(shopper);
    const { rows } = await shop.database.pool.query("select * from eid_verifications");
    expect(JSON.stringify(rows)).not.toMatch(/Beispiel|BETAID|1991/);
  });
});

describe("the proof by an e-ID", () => {
  test("is valid for two hours, even if the verifier forgets it", async () => {
    const { shop, shopper, form } = await atStep5(instead, MAX);
    const { reading, begun, found } = await verified(shopper, "muster");
    verifier.expire(found);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await stateOf(shopper, begun.secret)).toEqual({ state: "refused", reason: "expired" });
    const filled = { ...form, ...reading?.fields } as never;
    const age = (minutes: number) =>
      shop.database.pool.query("update eid_verifications set verified_at = now() - make_interval(mins => $1)", [
        minutes,
      ]);
    await age(121);
    expect((await shopper.createCustomer(filled)).status).toBe(422);
    await age(119);
    await expectOk("create", shopper.createCustomer(filled));
  });

  test("does not extend to the next form", async () => {
    const { shopper, form } = await atStep5(instead, MAX);
    const { reading } = await verified(shopper, "muster");
    const filled = { ...form, ...reading?.fields };
    await expectOk("create", shopper.createCustomer(filled as never));
    const forged = await shopper.createCustomer({ ...filled, idNo: "BETAIDFORGED" } as never);
    expect(forged).toMatchObject({ status: 422, body: { errors: { document: [expect.any(String)] } } });
    await expectOk("create", shopper.createCustomer(filled as never));
  });

  test("is requested from the verifier once a second, regardless of how often the page polls", async () => {
    const { shopper } = await atStep5();
    const { begun, found } = await begin(shopper);
    const before = verifier.calls.length;
    const started = performance.now();
    await Promise.all(Array.from({ length: 8 }, () => shopper.call("eidState", { secret: begun.secret })));
    const asked = verifier.calls.slice(before).filter(({ path }) => path.endsWith(found.id)).length;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(1 + Math.floor((performance.now() - started) / 1000));
  });

  test("of a business customer is compared with the operator's record", async () => {
    if (!instead) throw new Error("There is no shop");
    const shopper = instead.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await expectOk("login", shopper.logIn("bruno.frei@example.ch"));
    const { reading } = await verified(shopper);
    expect(reading?.differs).toEqual(["last_name", "first_name", "birthday"]);
  });
});

describe("the webhook", () => {
  test("makes the shop ask the verifier, also when repeated; a wrong key and an unknown id have no effect", async () => {
    const { shop, shopper } = await atStep5();
    const { begun, found } = await begin(shopper);
    await verifier.present(found, WALLET.nora());
    const stored = async () =>
      (
        await shop.database.pool.query<{ state: string }>(
          "select state from eid_verifications where verifier_id = $1",
          [found.id],
        )
      ).rows[0]?.state;
    expect(await sendWebhook(shop.url, found.id, new Date(), "Bearer another")).toBe(401);
    expect(await stored()).toBe("waiting");
    expect(await sendWebhook(shop.url, found.id, new Date())).toBe(200);
    expect(await stored()).toBe("verified");
    expect(await sendWebhook(shop.url, found.id, new Date())).toBe(200);
    expect(await sendWebhook(shop.url, "00000000-0000-4000-8000-000000000009", new Date())).toBe(200);
    expect(await stateOf(shopper, begun.secret)).toMatchObject({ state: "verified" });
  });
});

describe("a verifier that is down", () => {
  test("is not called after five failures, which the operator sees; the form is filled in by hand", async () => {
    const down = await startFake(() => ({ status: 503, body: {} }));
    const shop = await startShop({
      env: { EID: "swiyu", EID_URL: down.url, EID_ISSUERS: ISSUER, EID_WEBHOOK_KEY: "k".repeat(40) },
    });
    const open = async () => /kasse_circuit_open\{system="e-ID verifier"\} (\d)/.exec(await shop.metrics())?.[1];
    const { shopper, form } = await atStep5(shop);
    expect(await open()).toBe("0");
    for (let times = 0; times < 6; times++) expect((await shopper.call("beginEid", {})).status).toBe(503);
    expect(await open()).toBe("1");
    expect(down.calls).toHaveLength(5);
    await expectOk("upload", shopper.upload(image));
    await expectOk("create", shopper.createCustomer(form));
    await shop.stop();
    await down.stop();
  });
});

describe("a shop without e-IDs", () => {
  test("offers no e-ID", async () => {
    const shop = await startShop();
    const { shopper } = await atStep5(shop);
    expect((await shopper.prepare("5")).body).toMatchObject({ eid: null });
    expect((await shopper.call("beginEid", {})).status).toBe(404);
    expect(await sendWebhook(shop.url, "00000000-0000-4000-8000-000000000009", new Date())).toBe(401);
    await shop.stop();
  });
});
