import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_PREFIX } from "#contract/paths.ts";
import { LOCALES, localePrefix } from "#core/text/locale.ts";
import { personForm, picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let image: Blob;
let now = new Date();
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ now: () => now }), picture()]);
});
afterAll(() => shop.stop());

let people = 0;
/** Returns a new shopper at step 5, without a picture yet. */
async function atDocument() {
  now = new Date();
  const shopper = shop.shopper();
  const email = `photo${(people += 1)}@example.ch`;
  const form = personForm(email);
  await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
  await expectOk("register", shopper.register(email));
  await expectOk("validate", shopper.call("validateCustomer", form));
  await expectOk("update", shopper.call("updateCustomer", form));
  return { shopper, form };
}

async function linkOf(shopper: Shopper): Promise<string> {
  const { url, secondsLeft } = await expectOk("link", shopper.call("photoLink"));
  expect(secondsLeft).toBe(900);
  return new URL(url).hash.slice(1);
}

/** Sends as a phone: no checkout, only the secret. */
async function send(secret: string | null, content: Blob = image, field = "document") {
  const phone = shop.shopper();
  phone.token = secret;
  const form = new FormData();
  form.set(field, content, "photo.jpg");
  return phone.request("POST", `${API_PREFIX}/upload-photo`, form);
}
const check = (secret: string | null) => {
  const phone = shop.shopper();
  phone.token = secret;
  return phone.call("photoLinkCheck");
};
const stateOf = async (shopper: Shopper) => (await expectOk("state", shopper.call("photoLinkState"))).state;

describe("the picture from a phone", () => {
  test("arrives in this checkout, once, and then the order needs no other", async () => {
    const { shopper, form } = await atDocument();
    expect(await stateOf(shopper)).toBe("expired");
    const secret = await linkOf(shopper);
    expect(secret).toMatch(/^[\w-]{32}$/);
    expect(await stateOf(shopper)).toBe("waiting");
    expect((await check(secret)).body).toEqual({ secondsLeft: 900 });
    expect((await send(secret)).status).toBe(200);
    expect(await stateOf(shopper)).toBe("received");
    expect((await send(secret)).status).toBe(404);
    expect((await check(secret)).status).toBe(404);
    await expectOk("create", shopper.createCustomer(form));
    await expectOk("order", shopper.call("createOrder", {}));
  });

  test("two phones at once: one picture is stored", async () => {
    const { shopper } = await atDocument();
    const secret = await linkOf(shopper);
    const replies = await Promise.all([send(secret), send(secret), send(secret)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(2);
    const { rows } = await shop.database.pool.query("select id from documents where checkout_id = $1", [
      shopper.checkoutId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test("a new link ends the previous one; the last one ends after fifteen minutes", async () => {
    const { shopper } = await atDocument();
    const [first, second] = [await linkOf(shopper), await linkOf(shopper)];
    expect((await send(first)).status).toBe(404);
    now = new Date(now.getTime() + 15 * 60_000);
    expect((await send(second)).status).toBe(404);
    expect(await stateOf(shopper)).toBe("expired");
  });

  test("is checked like an upload, and a rejected one leaves the link valid", async () => {
    const { shopper } = await atDocument();
    const secret = await linkOf(shopper);
    expect((await send(secret, new Blob(["not a picture"]))).status).toBe(415);
    const said = async (picture: Blob) => (await send(secret, picture)).body as unknown;
    const heic = new Blob(["\0\0\0\x18ftypheic\0\0\0\0mif1heic"]);
    expect(await said(heic)).toEqual({ message: expect.stringContaining("HEIC") });
    expect(await said(image.slice(0, image.size / 2))).toEqual({ message: expect.stringContaining("beschädigt") });
    expect((await send(secret, new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]))).status).toBe(413);
    expect((await send(secret, image, "other")).status).toBe(400);
    const phone = shop.shopper();
    phone.token = secret;
    expect((await phone.request("POST", `${API_PREFIX}/upload-photo`, {})).status).toBe(415);
    expect(
      (await phone.request("POST", `${API_PREFIX}/upload-photo`, new FormData(), { "X-XSRF-TOKEN": null })).status,
    ).toBe(403);
    expect((await send(secret)).status).toBe(200);
  });

  test("an unknown secret, a customer's token and no token get the same answer", async () => {
    const { shopper, form } = await atDocument();
    await expectOk("upload", shopper.upload(image));
    await expectOk("create", shopper.createCustomer(form));
    for (const secret of [null, "x", "A".repeat(32), shopper.token]) {
      expect((await check(secret)).status).toBe(404);
      expect((await send(secret)).status).toBe(404);
    }
  });

  test("is neither for another person who claims the checkout, nor after the order", async () => {
    const { shopper } = await atDocument();
    const secret = await linkOf(shopper);
    const other = personForm("photo-other@example.ch");
    await expectOk("register", shopper.register(other.email));
    await expectOk("validate", shopper.call("validateCustomer", other));
    await expectOk("update", shopper.call("updateCustomer", other));
    expect((await send(secret)).status).toBe(404);

    const buyer = await atDocument();
    const late = await linkOf(buyer.shopper);
    await expectOk("upload", buyer.shopper.upload(image));
    await expectOk("create", buyer.shopper.createCustomer(buyer.form));
    await expectOk("order", buyer.shopper.call("createOrder", {}));
    expect((await send(late)).status).toBe(404);
  });

  test("a link is created where an upload is allowed, and at most twenty an hour", async () => {
    const early = shop.shopper();
    expect((await early.call("photoLink")).status).toBe(404);
    await early.choose({ type: "Tariff", tariff: "PREPAID0" });
    expect(await early.call("photoLink")).toMatchObject({ status: 409, body: { page: "3" } });
    const { shopper } = await atDocument();
    for (let count = 0; count < 20; count++) await linkOf(shopper);
    expect((await shopper.call("photoLink")).status).toBe(429);
  });

  test("only the hash of the secret is stored", async () => {
    const { shopper } = await atDocument();
    const secret = await linkOf(shopper);
    const { rows } = await shop.database.pool.query("select l::text as text from photo_links l");
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

test.each(LOCALES)("the page of the phone in %s: its own language, no referrer, no index", async (locale) => {
  const response = await fetch(`${shop.url}${localePrefix(locale)}/photo`);
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(page).toContain(`data-locale="${locale}"`);
  expect(page).toContain('<meta name="robots" content="noindex" />');
  expect(page).toContain('accept="image/*" capture="environment"');
});

test("without the built bundle the page of the phone loads no script and says that it needs one", async () => {
  const page = await (await fetch(`${shop.url}/en/photo`)).text();
  expect(page).not.toContain("<script");
  expect(page).not.toContain("<noscript");
  expect(page).toContain('<p class="alert">');
});
