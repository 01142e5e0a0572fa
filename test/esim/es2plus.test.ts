import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { API_PREFIX } from "#contract/paths.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { POINT, startSmdp, type Smdp } from "#simulator/esim/smdp.ts";

const SECRET = "a-secret-of-the-sm-dp-plus-0123456789";
const TYPE = "CONSUMER";
let shop: Shop;
let image: Blob;
let smdp: Smdp;
let env: Record<string, string>;
beforeAll(async () => {
  smdp = await startSmdp({ stock: { [TYPE]: 1000 } });
  env = {
    ESIM_PROVIDER: "es2plus",
    ES2PLUS_URL: smdp.url,
    ES2PLUS_REQUESTER: "1.3.6.1.4.1.99999",
    ES2PLUS_SMDP_ADDRESS: "smdp.operator.example",
    ES2PLUS_PROFILE_TYPE: TYPE,
    ES2PLUS_NOTIFICATION_SECRET: SECRET,
  };
  [shop, image] = await Promise.all([startShop({ jobs: true, env }), picture()]);
  smdp.notifyTo({ url: shop.url + API_PREFIX, headers: { authorization: `Bearer ${SECRET}` } });
});
afterAll(async () => {
  await shop.stop();
  await smdp.stop();
});
afterEach(() => {
  smdp.faults.length = 0;
});

const run = (...argv: string[]) => kasse(argv, { ...settingsOf(shop), ...env, KASSE_OPERATOR: "anna" });
const REASON = ["--reason", "the customer called"];

async function buy(email: string) {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30", binding: "182400001" });
  await shopper.becomeCustomer(email, image, { simType: "1" });
  const { orderNumber } = await expectOk("order", shopper.call("createOrder", { billPayed: false }));
  const esim = () => expectOk("esim", shopper.call("esim"));
  const until = (state: string) =>
    eventually(`the eSIM is ${state}`, async () => {
      const answer = await esim();
      return answer.state === state && answer;
    });
  return {
    shopper,
    number: orderNumber,
    until,
    async code() {
      const answer = await until("ready");
      return "activationCode" in answer ? answer.activationCode : "";
    },
    /** Returns the state that the customer sees on the order's page and in the account. */
    async read() {
      const order = await expectOk("order page", shopper.call("order"));
      const account = await expectOk("account", shopper.call("account"));
      return [order.esim, account.orders.find(({ number }) => number === orderNumber)?.esim];
    },
  };
}
const matchingIdIn = (code: string) => code.split("$")[2] ?? "";
const listed = async (number: string) =>
  (JSON.parse((await run("esims", "list", "--json")).out) as { esims: { number: string }[] }).esims.find(
    (esim) => esim.number === number,
  );

describe("a shop at an SM-DP+", () => {
  test("shows the code of a profile ordered by the configured type", async () => {
    const esim = await buy("smdp1@example.ch");
    const code = await esim.code();
    expect(code).toMatch(/^LPA:1\$rsp\.fake\.example\$[0-9A-F]{40}$/);
    expect(smdp.books.byMatchingId(matchingIdIn(code))).toMatchObject({ type: TYPE, state: "Released" });
  });

  test("shows the code stored at the SM-DP+, although the answer of confirmOrder was lost", async () => {
    const available = smdp.count("Available");
    smdp.faults.push({ kind: "lose", call: "confirmOrder" });
    const code = await (await buy("smdp2@example.ch")).code();
    expect(smdp.books.byMatchingId(matchingIdIn(code))?.state).toBe("Released");
    expect(smdp.count("Available")).toBe(available - 1);
  });

  test("with no profile left raises an alarm, and the operator has it retried", async () => {
    smdp.faults.push({ kind: "refuse", code: "8.2.5/3.7" });
    const esim = await buy("smdp3@example.ch");
    await eventually("the alarm", async () => (await shop.metrics()).includes('kasse_esims{state="alarm"} 1'));
    expect((await run("esims", "list", "--alarm")).out).toMatch(
      new RegExp(`${esim.number} .* ordered \\(alarm\\) +${TYPE} .*downloadOrder 8\\.2\\.5/3\\.7`),
    );
    expect(await esim.until("preparing")).toEqual({ state: "preparing" });
    expect(await run("esims", "retry", esim.number, ...REASON)).toMatchObject({
      code: 0,
      out: `The eSIM of ${esim.number} is queued; see \`esims list\`.`,
    });
    await esim.code();
    expect(await shop.metrics()).toContain('kasse_esims{state="alarm"} 0');
    expect((await run("orders", "show", esim.number)).out).toMatch(/esimRetried +by .*: the customer called/);
  });

  test("cancels by command: the code is no longer shown, and another one is ordered on request", async () => {
    const esim = await buy("smdp4@example.ch");
    const code = await esim.code();
    expect((await run("esims", "retry", esim.number, ...REASON)).err).toMatch(/is ready\. Use `esims cancel` first/);
    expect((await run("esims", "cancel", esim.number)).code).not.toBe(0);
    expect(await run("esims", "cancel", esim.number, ...REASON)).toMatchObject({ code: 0 });
    expect(await esim.until("expired")).toEqual({ state: "expired" });
    await eventually("the cancellation", async () => smdp.books.byMatchingId(matchingIdIn(code)) === undefined);
    await eventually("its state", async () =>
      (await run("esims", "list", "--state", "cancelled")).out.includes(esim.number),
    );
    expect((await run("esims", "retry", esim.number, ...REASON)).out).toMatch(/with a new profile/);
    expect(await esim.code()).not.toBe(code);
  });

  test("recognises mistakes in the commands", async () => {
    expect((await run("esims", "retry", "K1", ...REASON)).err).toBe("kasse: there is no order K1.");
    expect((await run("esims", "list", "--state", "lost")).err).toMatch(/it must be one of ordered, ready/);
    expect((await run("esims", "cancel", "--help")).out).toMatch(/cancelOrder/);
  });

  test("loads ICCIDs from a file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kasse-iccids-"));
    const file = join(folder, "iccids.txt");
    await writeFile(file, "8941000000000900001F\n8941000000000900019\n\n");
    expect((await run("esims", "load", file, "--type", "POOL")).out).toBe(
      "2 ICCIDs of type POOL added, 0 already known.",
    );
    expect((await run("esims", "list")).out).toMatch(/\nICCIDs of type POOL: 2 free$/);
    for (const nothing of ["", "\uFEFF", "ICCID\n"]) {
      await writeFile(file, nothing);
      expect((await run("esims", "load", file, "--type", "POOL")).err).toMatch(/is empty\.|has no ICCID\./);
    }
    await writeFile(file, "8941\n");
    expect((await run("esims", "load", file, "--type", "POOL")).err).toMatch(/line 1: "8941" is not an ICCID/);
    await rm(folder, { recursive: true });
  });
});

describe("a report of the SM-DP+ about a phone", () => {
  test("downloaded, then installed: the customer and the operator see it", async () => {
    const esim = await buy("smdp5@example.ch");
    const code = await esim.code();
    expect(await esim.read()).toEqual([null, null]);
    await smdp.phone(matchingIdIn(code), "Downloaded");
    expect(await esim.read()).toEqual(["downloaded", "downloaded"]);
    const iccid = smdp.books.byMatchingId(matchingIdIn(code))?.iccid ?? "";
    expect(await smdp.notify(iccid, POINT.installation)).toBe(204);
    expect(await esim.read()).toEqual(["installed", "installed"]);
    expect(await listed(esim.number)).toMatchObject({ progress: "installed", iccid });
    // Late and repeated reports have no effect.
    expect(await smdp.notify(iccid, POINT.download)).toBe(204);
    expect(await smdp.notify(iccid, POINT.installation)).toBe(204);
    expect(await esim.read()).toEqual(["installed", "installed"]);
    expect((await run("esims", "cancel", esim.number, ...REASON)).err).toMatch(/is installed on a phone/);
  });

  test("an installation that failed is shown to the operator", async () => {
    const esim = await buy("smdp6@example.ch");
    await smdp.phone(matchingIdIn(await esim.code()), "Error");
    expect(await esim.read()).toEqual(["downloaded", "downloaded"]);
    expect((await run("esims", "list")).out).toMatch(new RegExp(`${esim.number} .* failed: point 4 8\\.1/4\\.8`));
  });

  test("about an unknown profile is no failure; points specific to a server are stored and not shown", async () => {
    expect(await smdp.notify("8941999999999999999", POINT.installation)).toBe(204);
    const esim = await buy("smdp7@example.ch");
    const { iccid = "" } = smdp.books.byMatchingId(matchingIdIn(await esim.code())) ?? {};
    expect(await smdp.notify(iccid, 102)).toBe(204);
    expect(await esim.read()).toEqual([null, null]);
  });

  test("is rejected without the secret, and without one in the settings", async () => {
    const post = (headers: Record<string, string>, body: object | string = {}) =>
      fetch(`${shop.url}${API_PREFIX}/gsma/rsp2/es2plus/handleDownloadProgressInfo`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    const info = {
      iccid: "8941000000000000001",
      timestamp: "2026-05-04T08:00:00+02:00",
      notificationPointId: "3",
      notificationPointStatus: { status: "Executed-Success" },
    };
    expect((await post({}, info)).status).toBe(401);
    expect((await post({ authorization: "Bearer wrong" }, info)).status).toBe(401);
    const right = { authorization: `Bearer ${SECRET}` };
    expect((await post(right, info)).status).toBe(204);
    expect((await post(right, { ...info, iccid: "1' or '1'='1" })).status).toBe(400);
    expect((await post(right, { ...info, timestamp: "yesterday" })).status).toBe(400);
  });
});
