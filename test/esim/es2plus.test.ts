import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { es2Plus } from "#server/edges/esim/es2plus.ts";
import { EsimRefused } from "#server/sale/esim/port.ts";
import { Unavailable } from "#server/platform/http/unavailable.ts";
import { picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { startSmdp } from "../support/smdp.ts";

let shop: Shop;
let image: Blob;
let smdp: Awaited<ReturnType<typeof startSmdp>>;
beforeAll(async () => {
  smdp = await startSmdp();
  const env = {
    ESIM_PROVIDER: "es2plus",
    ES2PLUS_URL: smdp.url,
    ES2PLUS_REQUESTER: "1.3.6.1.4.1.99999",
    ES2PLUS_SMDP_ADDRESS: "smdp.operator.example",
  };
  [shop, image] = await Promise.all([startShop({ env }), picture()]);
});
afterAll(async () => {
  await shop.stop();
  await smdp.stop();
});
afterEach(() => {
  smdp.state.behaviour = "answer";
});

async function buy(email: string) {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30", binding: "182400001" });
  await shopper.becomeCustomer(email, image, { simType: "1" });
  await expectOk("order", shopper.call("createOrder", { billPayed: false }));
  return {
    until: (state: string) =>
      eventually(
        `the eSIM is ${state}`,
        async () => {
          const answer = await expectOk("esim", shopper.call("esim"));
          return answer.state === state && answer;
        },
        15_000,
      ),
  };
}

describe("a real SM-DP+", () => {
  test("is asked for a profile of the tariff, then to release it under an id of Kasse's own", async () => {
    const esim = await buy("smdp1@example.ch");
    const answer = await esim.until("ready");
    const [download, confirm] = smdp.calls.slice(-2);
    expect(download).toMatchObject({
      call: "downloadOrder",
      body: { header: { functionRequesterIdentifier: "1.3.6.1.4.1.99999" }, profileType: "SMART30" },
    });
    expect(confirm).toMatchObject({
      call: "confirmOrder",
      body: { iccid: expect.stringMatching(/^8941/), releaseFlag: true },
    });
    expect(answer).toEqual({
      state: "ready",
      activationCode: `LPA:1$rsp.fake.example$${String(confirm?.body["matchingId"])}`,
    });
  });

  test.each(["lose-download", "lose-confirm"] as const)(
    "whose answer is lost (%s) is asked again for the same: one profile, and the code that is shown is the one it knows",
    async (behaviour) => {
      const [profiles, confirmed] = [smdp.profiles.size, smdp.confirmed.size];
      smdp.state.behaviour = behaviour;
      const answer = await (await buy(`${behaviour}@example.ch`)).until("ready");
      expect(smdp.profiles.size).toBe(profiles + 1);
      expect(smdp.confirmed.size).toBe(confirmed + 1);
      const [matchingId] = [...smdp.confirmed.keys()].slice(-1);
      expect(answer).toMatchObject({ activationCode: expect.stringMatching(new RegExp(`\\$${matchingId}$`)) });
    },
  );

  test("that refuses ends it, and the shopper sees so", async () => {
    smdp.state.behaviour = "refuse";
    const esim = await buy("smdp3@example.ch");
    expect(await esim.until("failed")).toEqual({ state: "failed" });
  });
});

describe("the client", () => {
  const settings = () => ({
    url: smdp.url,
    requester: "1.2.3",
    smdpAddress: "smdp.operator.example",
    certificate: null,
    timeoutMs: 300,
  });

  test("takes its own matching id, already in use, for an earlier try that went through", async () => {
    const client = es2Plus(settings());
    const order = { callId: "c1", iccid: "8941000000000000009", matchingId: "ABC" };
    expect(await client.confirmOrder(order)).toEqual({ smdpAddress: "rsp.fake.example" });
    expect(await client.confirmOrder(order)).toEqual({ smdpAddress: "smdp.operator.example" });
  });

  test("distinguishes what never works from what may work later", async () => {
    const client = es2Plus(settings());
    smdp.state.behaviour = "refuse";
    await expect(client.downloadOrder({ callId: "c2", profileType: "X" })).rejects.toThrow(EsimRefused);
    smdp.state.behaviour = "hang";
    await expect(client.downloadOrder({ callId: "c2", profileType: "X" })).rejects.toThrow(Unavailable);
    const nowhere = es2Plus({ ...settings(), url: "http://127.0.0.1:9" });
    await expect(nowhere.downloadOrder({ callId: "c3", profileType: "X" })).rejects.toThrow(Unavailable);
  });
});
