import { newTransferNumber } from "../support/transfer-number.ts";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openForm } from "#server/sale/identity/sealed-identity.ts";
import { readSealedForm } from "#server/sale/identity/stored-form.ts";
import { openEvent } from "#server/sale/order/event/order.ts";
import { containing, wholeDatabase, wholeFolder } from "../support/everything.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { personForm, picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let image: Blob;
let folder: string;
beforeAll(async () => {
  [shop, image, folder] = await Promise.all([
    startShop({ jobs: true }),
    picture(),
    mkdtemp(join(tmpdir(), "kasse-person-")),
  ]);
});
afterAll(async () => {
  await shop.stop();
  await rm(folder, { recursive: true });
});

const REASON = ["--reason", "a request by letter"] as const;
const run = (words: readonly string[], answer: Parameters<typeof kasse>[2] = null) =>
  kasse(["person", ...words], settingsOf(shop), answer);
const rowsOf = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query<Record<string, unknown>>(text, values)).rows;

/** Stores a link to a checkout that was mailed to an address. */
const linkOf = (checkoutId: string, email: string) =>
  rowsOf(
    `insert into checkout_links (secret_hash, checkout_id, email_hash, expires_at)
     values (sha256(convert_to($1, 'utf8')), $1, sha256(convert_to($2, 'utf8')), now() + interval '1 day')`,
    [checkoutId, email],
  );

/** Creates a customer with an order and another checkout. */
const TRANSFER = { mnp: true, mnpSubscriptionType: "Prepaid", puk: "31415926" };
async function customer(email: string, idNo: string): Promise<string> {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await shopper.becomeCustomer(email, image, {
    idNo,
    last_name: "Auskunft-Begehrende",
    ...TRANSFER,
    mnpMsisdn: newTransferNumber().msisdn,
  });
  await rowsOf(
    `insert into passkeys (account_id, credential_id, public_key, sign_count, transports, device)
     select id, $1, '\\x00', 0, '{}', 'Safari, iPhone' from accounts where email = $1`,
    [email],
  );
  const { orderNumber } = (await expectOk("order", shopper.call("createOrder", {}))) as { orderNumber: string };
  shopper.checkoutId = null;
  await shopper.choose({ type: "Tariff", tariff: "SMART60" });
  await expectOk(
    "validate",
    shopper.call("validateCustomer", { ...personForm(email), first_name: "Zweitanlauf" } as never),
  );
  // Calls are written once a second, in order.
  const isWritten = async () =>
    (
      await rowsOf("select 1 from checkout_calls where call = 'validateCustomer' and checkout_id = $1", [
        shopper.checkoutId,
      ])
    ).length > 0;
  await eventually("the history is written", isWritten);
  return orderNumber;
}

describe("person export", () => {
  test("contains everything in plain text, with the picture; the reader is recorded", async () => {
    const number = await customer("export@example.ch", "EXPORT0001");
    const out = join(folder, "export");
    const { code, out: said } = await run(["export", "Export@Example.ch", "--out", out, ...REASON]);
    expect([code, said]).toEqual([0, expect.stringContaining("person.json and 1 picture.")]);
    const person = JSON.parse(await readFile(join(out, "person.json"), "utf8")) as Record<string, unknown>;
    expect(person).toMatchObject({
      email: "export@example.ch",
      account: {
        hasPassword: true,
        passkeys: [{ device: "Safari, iPhone" }],
        profile: { person: { last_name: "Auskunft-Begehrende" } },
      },
      orders: [
        { number, customer: { idNo: "EXPORT0001", first_name: "Nora" }, lines: [{ monthly: expect.any(Number) }] },
      ],
      checkouts: [{ form: { first_name: "Zweitanlauf" } }],
      steps: expect.arrayContaining([expect.objectContaining({ call: "createOrder", refusedBy: null })]),
    });
    expect(JSON.stringify(person)).not.toMatch(/argon2|sealed/);
    expect((await sharp(await readFile(join(out, `document-${number}.jpg`))).metadata()).format).toBe("jpeg");
    expect(await rowsOf("select reason from document_reads where order_number = $1", [number])).toEqual([
      { reason: REASON[1] },
    ]);
    expect((await readdir(out)).toSorted()).toEqual([`document-${number}.jpg`, "person.json"]);
    expect(await run(["export", "export@example.ch", "--out", out, ...REASON])).toMatchObject({
      code: 1,
      err: expect.stringContaining("already exists"),
    });
  });

  test("of an unknown person, or without a reason, is a clear mistake", async () => {
    const out = join(folder, "nobody");
    expect(await run(["export", "nobody@example.ch", "--out", out, ...REASON])).toMatchObject({
      code: 1,
      err: "kasse: the shop has no data with the e-mail nobody@example.ch.",
    });
    expect((await run(["export", "nobody@example.ch", "--out", out])).code).toBe(2);
  });
});

describe("person erase, while the operator answers the question", () => {
  /** Returns a customer who only has to press to order. */
  async function ready(email: string, idNo: string, tariff = "SMART30") {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff });
    await shopper.becomeCustomer(email, image, { idNo });
    return shopper;
  }
  const picturesOf = (checkoutId: string | null) =>
    rowsOf("select id, storage_key from documents where checkout_id = $1", [checkoutId]);
  const files = async () =>
    (await wholeFolder(join(shop.kasse.services.config.dataDir, "documents"))).map(({ path }) => path);

  test("an order that the person places meanwhile keeps its customer, form and picture", async () => {
    const shopper = await ready("meanwhile@example.ch", "MEANWHILE1");
    const { code, out } = await run(["erase", "meanwhile@example.ch", ...REASON], async () => {
      await expectOk("order", shopper.call("createOrder", {}));
      return "yes";
    });
    expect([code, out]).toEqual([0, expect.stringMatching(/Kept until .*: order K\d+ with its customer/)]);
    const [order] = await rowsOf(
      "select o.customer, o.document_id, c.form from orders o join checkouts c on c.id = o.checkout_id where c.id = $1",
      [shopper.checkoutId],
    );
    expect(order?.["document_id"]).not.toBeNull();
    expect(order?.["form"]).not.toBeNull();
    const [picture] = await picturesOf(shopper.checkoutId);
    expect((await files()).some((file) => file.includes(String(picture?.["storage_key"])))).toBe(true);
    expect(await rowsOf("select 1 from accounts where email = 'meanwhile@example.ch'")).toHaveLength(1);
  });

  test("a payment that is made meanwhile becomes an order, which keeps everything", async () => {
    const shopper = await ready("paying@example.ch", "PAYING0001", "PREPAID20");
    const { redirectUrl } = (await expectOk("pay", shopper.call("prepareTransaction"))) as { redirectUrl: string };
    await run(["erase", "paying@example.ch", ...REASON], async () => {
      await shopper.pressAtProvider(redirectUrl, "pay");
      await expectOk("order", shopper.call("createOrder", {}));
      return "yes";
    });
    const paid = await rowsOf(
      "select p.state, o.document_id is not null as document, c.form is not null as form from payments p join orders o on o.payment_id = p.id join checkouts c on c.id = p.checkout_id where c.id = $1",
      [shopper.checkoutId],
    );
    expect(paid).toEqual([{ state: "ordered", document: true, form: true }]);
  });

  test("a picture that is uploaded meanwhile is erased with its file", async () => {
    const shopper = await ready("upload@example.ch", "UPLOAD0001");
    const before = new Set(await files());
    const { out } = await run(["erase", "upload@example.ch", ...REASON], async () => {
      await expectOk("upload", shopper.upload(image));
      return "yes";
    });
    expect(out).toContain("1 picture of documents");
    expect(await picturesOf(shopper.checkoutId)).toEqual([]);
    expect((await files()).filter((file) => !before.has(file))).toEqual([]);
  });

  test("what is erased twice at once is erased once, and the second one says so", async () => {
    await ready("twice@example.ch", "TWICE00001");
    const erase = () => run(["erase", "twice@example.ch", "--yes", ...REASON]);
    const said = (await Promise.all([erase(), erase()])).map(({ code, err }) => `${code} ${err}`);
    expect(said.toSorted()).toEqual(["0 ", "1 kasse: the shop has no data with the e-mail twice@example.ch."]);
  });
});

describe("person erase", () => {
  test("of a customer with an order keeps the legally required data, and reports it", async () => {
    const email = "erase@example.ch";
    const number = await customer(email, "ERASE0001");
    await eventually(
      "the hand-over",
      async () => (await rowsOf("select 1 from handovers where delivered_at is null")).length === 0,
    );
    const ids = await rowsOf("select checkout_id as id from orders where number = $1", [number]);
    await linkOf(String(ids[0]?.["id"]), email);
    expect(await run(["erase", email, ...REASON], "no")).toMatchObject({ code: 1, err: "Nothing was erased." });
    expect(await run(["erase", email, ...REASON], null)).toMatchObject({
      code: 1,
      err: expect.stringContaining("--yes"),
    });
    const { code, out } = await run(["erase", email, ...REASON], "yes");
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`Kept until 20\\d\\d-.*: order ${number} with its customer \\(OR Art. 958f`));
    expect(out).toMatch(
      new RegExp(`Kept until 20\\d\\d-.*: identity document of order ${number} \\(VÜPF \\(SR 780.11\\) Art. 21`),
    );
    const left = containing(["Zweitanlauf", "argon2"], await wholeDatabase(shop.database.pool), []);
    expect(left.filter((row) => row.includes(email) || row.includes("Zweitanlauf"))).not.toContainEqual(
      expect.stringContaining(email),
    );
    expect(out).toContain("links to orders, PUKs");
    expect(await rowsOf("select 1 from checkout_links")).toEqual([]);
    const [stored] = await rowsOf(
      "select c.id, c.form, o.customer from orders o join checkouts c on c.id = o.checkout_id where o.number = $1",
      [number],
    );
    expect(await rowsOf("select 1 from checkout_calls where checkout_id = $1", [stored?.["id"]])).toEqual([]);
    const { seals } = shop.kasse.services;
    const kept = await openForm(seals, String(stored?.["id"]), readSealedForm(stored?.["customer"]));
    expect(kept).toMatchObject({ idNo: "ERASE0001", puk: "", mnpMsisdn: expect.stringMatching(/^4179/) });
    expect(stored?.["form"]).not.toHaveProperty("sealed");
    const events = await rowsOf(
      "select event_id, event from handovers where order_id = (select id from orders where number = $1)",
      [number],
    );
    const opened = await Promise.all(
      events.map((row) => openEvent(seals, String(row["event_id"]), row["event"] as object)),
    );
    expect(JSON.stringify(opened)).toContain("ERASE0001");
    expect(JSON.stringify(opened)).not.toContain(TRANSFER.puk);
    const [account] = await rowsOf("select password_hash, profile from accounts where email = $1", [email]);
    expect(account).toEqual({ password_hash: null, profile: {} });
    expect(await rowsOf("select 1 from passkeys where credential_id = $1", [email])).toEqual([]);
    expect(await rowsOf("select 1 from orders where number = $1", [number])).toHaveLength(1);
    expect((await shop.shopper().logIn(email, "ein-gutes-Wort-2026")).status).toBe(401);
    expect((await run(["erase", email, ...REASON, "--yes"])).code).toBe(0);
  });

  test("of a person without an order leaves no row and no file", async () => {
    const email = "spurlos@example.ch";
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
    await shopper.becomeCustomer(email, image, { last_name: "Spurlos-Verschwunden", idNo: "WEG0000001" });
    await expectOk("payment", shopper.call("prepareTransaction", {}));
    await shop.shopper().call("passwordReset", { username: email });
    await eventually("the mail", async () => (await shop.messages(email)).length > 0);
    const begins = "desk_checkouts where checkout_id = $1";
    await linkOf(String(shopper.checkoutId), email);
    // Also a mailed link to a checkout that now has another person's e-mail.
    const other = shop.shopper();
    await other.choose({ type: "Tariff", tariff: "PREPAID20" });
    await linkOf(String(other.checkoutId), email);
    await rowsOf("insert into desk_checkouts select created_at, id from checkouts where id = $1", [shopper.checkoutId]);
    expect(await rowsOf(`select 1 from ${begins}`, [shopper.checkoutId])).toHaveLength(1);
    const { dataDir } = shop.kasse.services.config;
    const before = await wholeFolder(dataDir);
    const { code, out } = await run(["erase", email, ...REASON, "--yes"]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Erased of spurlos@example.ch: 1 pictures? .*the account/)]);
    expect(out).not.toContain("Kept");
    const files = await wholeFolder(dataDir);
    // A job might write another file meanwhile, such as the last order number.
    const left = new Set(files.map(({ path }) => path));
    expect(before.filter(({ path }) => !left.has(path))).toHaveLength(1);
    expect(
      containing([email, "Spurlos-Verschwunden", "WEG0000001"], await wholeDatabase(shop.database.pool), files),
    ).toEqual([]);
    expect(await rowsOf(`select 1 from ${begins}`, [shopper.checkoutId])).toEqual([]);
    expect(await rowsOf("select 1 from checkout_links")).toEqual([]);
    expect((await run(["erase", email, ...REASON, "--yes"])).code).toBe(1);
  });
});

test("no command creates a key in an empty data folder", async () => {
  const empty = await mkdtemp(join(tmpdir(), "kasse-empty-"));
  await kasse(["orders", "list"], { DATABASE_URL: shop.database.url, DATA_DIR: empty });
  expect(await readdir(empty)).toEqual([]);
  await rm(empty, { recursive: true });
});
