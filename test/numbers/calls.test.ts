import { writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_HELD } from "#server/sale/customer/numbers.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { personForm, picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let image: Blob;
let folder: string;
beforeAll(async () => {
  [shop, image, folder] = await Promise.all([startShop(), picture(), mkdtemp(join(tmpdir(), "kasse-numbers-"))]);
});
afterAll(async () => {
  await shop.stop();
  await rm(folder, { recursive: true });
});

let people = 0;
async function atPerson(tariff = "SMART30"): Promise<{ readonly shopper: Shopper; readonly email: string }> {
  const shopper = shop.shopper();
  const email = `number${(people += 1)}@example.ch`;
  await shopper.choose({ type: "Tariff", tariff });
  await expectOk("register", shopper.register(email));
  return { shopper, email };
}
const offered = async (shopper: Shopper, digits = "") =>
  (await expectOk("numbers", shopper.call("numbers", { digits }))) as {
    numbers: string[];
    more: boolean;
    held: { msisdn: string; secondsLeft: number } | null;
  };
const TAKEN = { body: { error_fields: { newMsisdn: ["Diese Nummer ist nicht mehr frei. Wählen Sie eine andere."] } } };
const run = (...words: readonly string[]) => kasse(["numbers", ...words], settingsOf(shop));
const REASON = ["--reason", "for the test"];

describe("step 4", () => {
  test("reports that there are numbers, but not for television", async () => {
    const { shopper } = await atPerson();
    expect((await shopper.prepare("4")).body).toMatchObject({ numbers: true });
    const tv = shop.shopper();
    await tv.choose({ type: "TV Tariff", tv_tariff: "TVM" });
    await expectOk("register", tv.register("number-tv@example.ch"));
    expect((await tv.prepare("4")).body).toMatchObject({ numbers: false });
    expect(await offered(tv)).toEqual({ numbers: [], more: false, held: null });
    expect((await tv.call("holdNumber", { msisdn: "41785555050" })).status).toBe(406);
  });

  test("offers numbers, holds the chosen one, and releases it", async () => {
    const { shopper } = await atPerson();
    const { numbers, more, held } = await offered(shopper);
    expect([numbers.length, more, held]).toEqual([4, true, null]);
    const [msisdn = ""] = numbers;
    const { body } = await shopper.call("holdNumber", { msisdn });
    expect(body).toEqual({ held: { msisdn, secondsLeft: 1800 } });
    expect((await offered(shopper)).held).toMatchObject({ msisdn });
    const { shopper: other } = await atPerson();
    expect((await offered(other, msisdn.slice(2))).numbers).toEqual([]);
    expect(await other.call("holdNumber", { msisdn })).toMatchObject({ status: 406, body: TAKEN });
    expect((await shopper.call("holdNumber", { msisdn: null })).body).toEqual({ held: null });
    expect((await other.call("holdNumber", { msisdn: `0${msisdn.slice(2)}` })).status).toBe(200);
  });

  test.each(["41791112233", "0445551122", "x", "417855550500"])("holds no %s", async (msisdn) => {
    const { shopper } = await atPerson();
    expect(await shopper.call("holdNumber", { msisdn })).toMatchObject({ status: 406, body: TAKEN });
  });

  test("is for the checkout's customer", async () => {
    const stranger = shop.shopper();
    await stranger.choose({ type: "Tariff", tariff: "SMART30" });
    expect((await stranger.call("numbers", {})).status).toBe(409);
    expect((await stranger.call("holdNumber", { msisdn: "41785555050" })).status).toBe(409);
  });

  test("stores the number with the form, and holds it instead of any other", async () => {
    const { shopper, email } = await atPerson();
    const { shopper: other, email: otherEmail } = await atPerson();
    const [msisdn = ""] = (await offered(shopper)).numbers;
    const form = (to: string) => ({ ...personForm(to), newMsisdn: `+${msisdn}` }) as never;
    await expectOk("validate", shopper.call("validateCustomer", form(email)));
    expect((await offered(shopper)).held).toMatchObject({ msisdn });
    expect(await other.call("validateCustomer", form(otherEmail))).toMatchObject({ status: 406, body: TAKEN });
    expect(await other.call("updateCustomer", form(otherEmail))).toMatchObject({ status: 409 });
  });

  test.each(["0445551122", "12", "<b>"])("does not accept %s as a number", async (newMsisdn) => {
    const { shopper, email } = await atPerson();
    expect(await shopper.call("validateCustomer", { ...personForm(email), newMsisdn } as never)).toMatchObject({
      status: 422,
      body: { errors: { newMsisdn: ["Diese Nummer gibt es hier nicht. Wählen Sie eine andere."] } },
    });
  });

  test("has a maximum length, and finds nothing for text without digits", async () => {
    const { shopper } = await atPerson();
    expect((await shopper.call("numbers", { page: 50 })).body).toMatchObject({ more: false });
    expect((await shopper.call("numbers", { page: 51 })).status).toBe(400);
    expect((await shopper.call("numbers", { digits: null, page: null })).status).toBe(200);
    expect(await offered(shopper, "xyz")).toEqual({ numbers: [], more: false, held: null });
  });

  test("keeps the number of an open payment, until the form is sent with another", async () => {
    const { shopper, email } = await atPerson("PREPAID20");
    const [msisdn = "", other = ""] = (await offered(shopper)).numbers;
    const form = { ...personForm(email), newMsisdn: msisdn };
    await expectOk("validate", shopper.call("validateCustomer", form as never));
    await expectOk("update", shopper.call("updateCustomer", form as never));
    await expectOk("upload", shopper.upload(image));
    await expectOk("create", shopper.createCustomer(form));
    await expectOk("payment", shopper.call("prepareTransaction", {}));
    for (const wanted of [null, other])
      expect(await expectOk("hold", shopper.call("holdNumber", { msisdn: wanted }))).toMatchObject({
        held: { msisdn },
      });
    const { shopper: rival } = await atPerson();
    expect((await rival.call("holdNumber", { msisdn })).status).toBe(406);
    await expectOk("validate", shopper.call("validateCustomer", { ...form, newMsisdn: other } as never));
    expect((await offered(shopper)).held).toMatchObject({ msisdn: other });
  });

  test("limits the numbers that one address holds at a time, and the duration without an order", async () => {
    const { shopper } = await atPerson();
    const [mine = "", another = ""] = (await offered(shopper)).numbers;
    const hold = (whose: Shopper, msisdn: string) => whose.call("holdNumber", { msisdn });
    await expectOk("hold", hold(shopper, mine));
    const others = await Promise.all(
      Array.from({ length: MAX_HELD }, async () => {
        const other = shop.shopper();
        await other.choose({ type: "Tariff", tariff: "SMART30" });
        return other.checkoutId;
      }),
    );
    const holds = shop.database.pool;
    const mineIs = "where checkout_id = $1";
    await holds.query(
      `insert into number_holds (checkout_id, msisdn, until, holder)
       select id, (select max(msisdn) from numbers), now() + interval '5 minutes', (select holder from number_holds ${mineIs})
       from unnest($2::text[]) id`,
      [shopper.checkoutId, others],
    );
    const { shopper: next } = await atPerson();
    const refused = await hold(next, another);
    expect([refused.status, Number(refused.headers.get("retry-after")) > 200]).toEqual([429, true]);
    // A shopper who holds one can choose another instead.
    await expectOk("hold", hold(shopper, another));
    await holds.query("delete from number_holds where checkout_id = any($1)", [others]);
    await expectOk("hold", hold(next, mine));

    const soon = "until = now() + interval '1 minute', since = now() - interval '119 minutes'";
    await holds.query(`update number_holds set ${soon} ${mineIs}`, [shopper.checkoutId]);
    const { held } = await expectOk("hold", hold(shopper, another));
    expect(held?.secondsLeft).toBeLessThanOrEqual(60);
  });

  test("holds no number for a shopper who transfers one", async () => {
    const { shopper, email } = await atPerson();
    const [newMsisdn = ""] = (await offered(shopper)).numbers;
    const transfer = { mnp: true, mnpMsisdn: "41791234567", mnpSubscriptionType: "Postpaid", newMsisdn };
    await expectOk("validate", shopper.call("validateCustomer", { ...personForm(email), ...transfer } as never));
    expect((await offered(shopper)).held).toBeNull();
  });
});

test("the order contains the number: in the review, on the last page for its owner, in the PDF; no one else sees it", async () => {
  const { shopper, email } = await atPerson();
  const [newMsisdn = ""] = (await offered(shopper)).numbers;
  const form = { ...personForm(email), newMsisdn };
  await expectOk("validate", shopper.call("validateCustomer", form as never));
  await expectOk("update", shopper.call("updateCustomer", form as never));
  // Without a token, only the browser that chose it shows it.
  expect((await shopper.prepare("5")).body).toMatchObject({
    review: { next: { number: { kind: "new", msisdn: null } } },
  });
  await expectOk("upload", shopper.upload(image));
  await expectOk("create", shopper.createCustomer(form));
  expect((await shopper.prepare("5")).body).toMatchObject({
    user: { newMsisdn },
    review: { next: { number: { kind: "new", msisdn: newMsisdn } } },
  });
  const { orderNumber } = await expectOk("order", shopper.call("createOrder", { billPayed: false }));
  expect((await shopper.call("order")).body).toMatchObject({ next: { number: { msisdn: newMsisdn } } });
  const stranger = Object.assign(shop.shopper(), { checkoutId: shopper.checkoutId });
  expect(JSON.stringify((await stranger.call("order")).body)).not.toContain(newMsisdn);
  expect((await run("show", newMsisdn)).out).toContain(orderNumber);
  expect((await kasse(["orders", "show", orderNumber], settingsOf(shop))).out).toContain(
    `+${newMsisdn.slice(0, 2)} ${newMsisdn.slice(2, 4)}`,
  );
  expect((await kasse(["find", `0${newMsisdn.slice(2)}`], settingsOf(shop))).out).toContain(orderNumber);
});

describe("an operator", () => {
  const file = async (content: string) => {
    const path = join(folder, `numbers${(people += 1)}.csv`);
    await writeFile(path, content);
    return path;
  };

  test("loads a file, once, and sees the content of the pool", async () => {
    const path = await file('﻿Nummer;Block\r\n079 400 00 01;A\r\n+41 79 400 00 02;A\r\n\r\n"41794000003";A\r\n');
    expect(await run("load", path, ...REASON)).toMatchObject({ code: 0, out: "Loaded 3 numbers." });
    expect((await run("load", path, ...REASON)).out).toBe("Loaded 0 numbers; 3 more were already in the pool.");
    const { out } = await run("list", "--digits", "079400");
    expect(out).toContain("\n+41 79 400 00 01  offered\n+41 79 400 00 02  offered\n+41 79 400 00 03  offered");
    expect(JSON.parse((await run("list", "--state", "offered", "--digits", "0794000003", "--json")).out)).toMatchObject(
      {
        numbers: [{ msisdn: "41794000003", state: "offered", order: null }],
      },
    );
    expect((await run("show", "0794000001")).out).toMatch(/loaded .* for the test\n\+41 79 400 00 01 is offered\.$/);
  });

  test("sees each mistake of a file, and nothing is loaded", async () => {
    const path = await file("0794000010\nabc\n044 555 11 22\n41794000010\n");
    const { code, err } = await run("load", path, ...REASON);
    expect(code).toBe(1);
    expect(err).toContain('line 2: "abc" is not a Swiss mobile number');
    expect(err).toContain('line 3: "044 555 11 22" is not a Swiss mobile number');
    expect(err).toContain("line 4: +41 79 400 00 10 is already in line 1");
    expect((await run("show", "0794000010")).err).toContain("+41 79 400 00 10 is not in the pool.");
  });

  test.each([
    ["x0794000011\n", 'line 1: "x0794000011" is not a Swiss mobile number'],
    ["0794000011 # a comment\n", 'line 1: "0794000011 # a comment" is not a Swiss mobile number'],
    ['0794000010\n"0794000011\n', "line 2: a quotation mark is not closed"],
    ['"0794000011;A\n', "line 1: a quotation mark is not closed"],
    ['0794000011"\n', "line 1: a quotation mark is not closed"],
  ])("sees that %j is no list of numbers", async (content, message) => {
    expect((await run("load", await file(content), ...REASON)).err).toContain(message);
  });

  test("sees errors for a folder, and for a file in UTF-16", async () => {
    expect((await run("load", folder, ...REASON)).err).toContain(`${folder} is a folder. Name the file in it.`);
    const path = join(folder, "utf16.csv");
    await writeFile(path, Buffer.from("\uFEFF0794000011\n", "utf16le"));
    expect((await run("load", path, ...REASON)).err).toContain("Save it as UTF-8.");
  });

  test("withholds numbers, withdraws them, and restores them", async () => {
    await run("load", await file("0794000021\n0794000022\n"), ...REASON);
    expect(await run("quarantine", "079 400 00 21", "--days", "30", ...REASON)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^1 number kept back until \d{4}-\d\d-\d\d \d\d:\d\d\.$/),
    });
    expect((await run("show", "0794000021")).out).toMatch(/is resting until/);
    expect((await run("withdraw", await file("0794000021\n0794000022\n"), ...REASON)).out).toBe("2 numbers withdrawn.");
    expect((await run("list", "--state", "withdrawn")).out).toContain("+41 79 400 00 22  withdrawn");
    expect((await run("quarantine", "0794000022", "--days", "0", ...REASON)).out).toBe("1 number on offer.");
    expect((await run("show", "0794000022")).out).toContain("is offered.");
    expect(await run("withdraw", "0794009999", ...REASON)).toMatchObject({
      code: 1,
      err: "Not in the pool: +41 79 400 99 99",
    });
  });

  test.each([
    [["load", "nowhere.csv", ...REASON], 1, "nowhere.csv does not exist. Correct its path."],
    [
      ["withdraw", "07940000", ...REASON],
      1,
      '"07940000" is not a Swiss mobile number, and as a file it does not exist.',
    ],
    [["quarantine", "0794000001", "--days", "x", ...REASON], 2, "--days"],
    [["quarantine", "0794000001", "--days", "1001", ...REASON], 2, "--days"],
    [["list", "--state", "lost"], 2, "offered, held, resting, ordered, withdrawn"],
    [["show", "044"], 2, "not a Swiss mobile number"],
    [["withdraw", "0794000001"], 2, "--reason"],
  ])("sees the mistake: %j", async (words, code, message) => {
    const ran = await run(...words);
    expect(ran.code).toBe(code);
    expect(ran.err).toContain(message);
  });

  test("loads and withdraws more numbers than fit in one statement", async () => {
    const many = Array.from({ length: 51_000 }, (_, index) => `41760${String(index).padStart(6, "0")}`).join("\n");
    const path = await file(many);
    expect((await run("load", path, ...REASON)).out).toBe("Loaded 51000 numbers.");
    expect((await run("withdraw", path, ...REASON)).out).toBe("51000 numbers withdrawn.");
  });
});

test("without numbers step 4 is the same as in a shop without a pool", async () => {
  await shop.database.pool.query("update numbers set state = 'withdrawn' where state = 'free'");
  const { shopper, email } = await atPerson();
  expect((await shopper.prepare("4")).body).toMatchObject({ numbers: false });
  await expectOk("validate", shopper.call("validateCustomer", personForm(email) as never));
});
