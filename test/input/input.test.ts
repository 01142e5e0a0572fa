import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShopCall } from "#contract/call.ts";
import { ENDPOINTS } from "#contract/shop/calls.ts";
import { PATHS, type EndpointName } from "#contract/all-paths.ts";
import { API_PREFIX } from "#contract/paths.ts";
import de from "../../locales/de/fields.json" with { type: "json" };
import fr from "../../locales/fr/fields.json" with { type: "json" };
import it from "../../locales/it/fields.json" with { type: "json" };
import sr from "../../locales/sr/fields.json" with { type: "json" };
import { expectOk, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { personForm, picture } from "../support/people.ts";

const FIELD_TEXTS = { de, fr, it, sr };

let shop: Shop;
let shopper: Shopper;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop(), picture()]);
  shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
});
afterAll(() => shop.stop());

const post = (path: string, body?: unknown, headers?: Record<string, string | null>) =>
  shopper.request("POST", API_PREFIX + path, body, headers);

describe("headers", () => {
  test("every POST from a browser needs the cookie echoed", async () => {
    const names = Object.keys(PATHS) as EndpointName[];
    const posts = names.filter((name) => PATHS[name][0] === "POST" && (ENDPOINTS[name] as ShopCall).from !== "system");
    for (const path of posts.map((name) => PATHS[name][1])) {
      for (const headers of [{ "X-XSRF-TOKEN": null }, { "X-XSRF-TOKEN": "wrong" }, { cookie: null }]) {
        expect(await post(path, {}, headers)).toMatchObject({
          status: 403,
          body: { code: "XSRF", message: expect.any(String) },
        });
      }
    }
  });

  test("an unknown language is a 400, a missing one means German", async () => {
    expect((await shopper.request("GET", `${API_PREFIX}/catalogue`, undefined, { locale: "xx" })).status).toBe(400);
    const absent = await shopper.request("GET", `${API_PREFIX}/get-mobile-tv/SMART60`, undefined, { locale: null });
    expect(JSON.stringify(absent.body)).toContain("Kein TV");
  });

  test.each(["nope", "x".repeat(32), "../etc", "' or 1=1 --", "ü".repeat(3)])(
    "checkout id %j is unknown",
    async (id) => {
      for (const call of [
        () => shopper.request("GET", `${API_PREFIX}/prepare/3/2`, undefined, { checkoutId: encodeURI(id) }),
        () => post("/create-order", {}, { checkoutId: encodeURI(id) }),
      ]) {
        expect(await call()).toMatchObject({ status: 404, body: { message: expect.any(String) } });
      }
    },
  );

  test("an unknown id in the body, or one that differs from the header's, is rejected and never adopted", async () => {
    expect(
      (await post("/checkout", { id: "x".repeat(32), type: "Tariff", tariff: "SMART30" }, { checkoutId: null })).status,
    ).toBe(404);
    expect(await post("/checkout", { id: "x".repeat(32), type: "Tariff", tariff: "SMART30" })).toMatchObject({
      status: 404,
      body: { message: expect.any(String) },
    });
  });
});

describe("bodies", () => {
  test.each(["{", "nul", '"text"', "[1]", "12", '{"__proto__":{"x":1}}', "\u0000", '{"type":"Tariff","tariff":'])(
    "%j is a 400",
    async (text) => {
      expect(await post("/checkout", text, { "content-type": "application/json" })).toMatchObject({
        status: 400,
        body: { message: expect.any(String) },
      });
    },
  );

  test.each([
    [{ type: 5 }],
    [{ type: "Tariff", tariff: { code: "SMART30" } }],
    [{ type: "Tariff", tariff: "SMART30", limit: "100" }],
    [{ type: "Tariff", tariff: "SMART30", bundles: "EU10" }],
    [{ type: "Tariff", tariff: "SMART30", insurance: 2 }],
    [{}],
    [undefined],
  ])("%j has the wrong types: 400", async (body) => {
    expect(await post("/checkout", body)).toMatchObject({ status: 400, body: { message: expect.any(String) } });
  });

  test.each([
    ["/password-login", { username: "a\u0000@example.ch", password: "x".repeat(3000) }, "de", ["username", "password"]],
    ["/password-login", { username: "mia@example.ch", password: "\ud800" }, "fr", ["password"]],
    ["/sms-login", { id: "x", code: "1".repeat(10_000) }, "it", ["code"]],
    ["/new-customer", { username: "x".repeat(10_000), password: "Birnen am Montag" }, "sr", ["username"]],
  ])("a text that %s cannot take is named at its field, in the page's language", async (path, body, locale, names) => {
    const { status, body: answer } = await shopper.request("POST", API_PREFIX + path, body, { locale });
    const { errors } = answer as { errors: Record<string, string[]> };
    expect([status, Object.keys(errors)]).toEqual([400, names]);
    const { invisible, muchTooLong } = FIELD_TEXTS[locale as keyof typeof FIELD_TEXTS];
    for (const text of Object.values(errors).flat()) expect([invisible, muchTooLong]).toContain(text);
  });

  test("a mistake that only a program makes names no field", async () => {
    const { body } = await post("/password-login", { username: 5, password: "\u0000" });
    expect(body).toEqual({ message: expect.any(String) });
  });

  test("text that the database cannot store is a 400, in a body and in a query", async () => {
    for (const username of ["\u0000@example.ch", "\ud800@example.ch"])
      expect(await post("/password-login", { username, password: "x" })).toMatchObject({ status: 400 });
    const query = `${API_PREFIX}/transaction-status?checkoutId=%00`;
    expect((await shopper.request("GET", query)).status).toBe(400);
  });

  test.each([
    ["/password-login", "multipart/form-data; boundary=b", "--b\r\n"],
    ["/password-login", "multipart/form-data", "x"],
    ["/send-sms", "multipart/form-data; boundary=b", '--b\r\ncontent-disposition: form-data; name="phone"\r\n\r\n07'],
  ])("a broken multipart body to %s of %j is a 400: %j", async (path, type, body) => {
    expect(await post(path, body, { "content-type": type })).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    });
  });

  test("a request without a route is answered in the wire's format: a message in the shopper's language, and no more", async () => {
    const get = async (path: string) => {
      const { status, body } = await shopper.request("GET", API_PREFIX + path, undefined, { locale: "en" });
      return [status, body];
    };
    expect(await get("/sms-login")).toEqual([404, { message: "We couldn’t find that." }]);
    expect(await get(`/get-mobile-tv/${"x".repeat(300)}`)).toEqual([404, { message: "We couldn’t find that." }]);
    expect(await get("/get-mobile-tv/%")).toEqual([400, { message: "We can’t read this request: path" }]);
  });

  test("a body that is too large, or of another content type, gets its own status", async () => {
    const message = expect.stringMatching(/\w/);
    const large = { type: "Tariff", tariff: "x".repeat(70_000) };
    expect(await post("/checkout", large)).toMatchObject({ status: 413, body: { message } });
    const xml = await post("/checkout", "<a/>", { "content-type": "application/xml" });
    expect(xml).toMatchObject({ status: 415, body: { message } });
    expect(
      (await post("/checkout", "type=Tariff", { "content-type": "application/x-www-form-urlencoded" })).status,
    ).toBe(415);
    const json = JSON.stringify({ type: "Tariff", tariff: "SMART30" });
    expect((await post("/checkout", json, { "content-type": "text/plain" })).status).toBe(415);
  });

  test("the account calls accept JSON, urlencoded and multipart bodies", async () => {
    const urlencoded = await post("/password-login", "username=mia.keller%40example.ch&password=kasse-demo-2026", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(urlencoded.status).toBe(200);
    const form = new FormData();
    form.set("username", "mia.keller@example.ch");
    form.set("password", "kasse-demo-2026");
    expect((await post("/password-login", form)).status).toBe(200);
  });

  test("an unknown path is a 404 with a message", async () => {
    expect(await shopper.request("GET", `${API_PREFIX}/nothing`)).toMatchObject({
      status: 404,
      body: { message: expect.any(String) },
    });
    expect((await shopper.request("GET", `${API_PREFIX}/prepare/9/1`)).status).toBe(404);
    expect((await shopper.request("GET", `${API_PREFIX}/get-bundles/NOPE/1`)).status).toBe(404);
    expect((await shopper.request("GET", `${API_PREFIX}/transaction-status`)).status).toBe(400);
  });
});

describe("the form's answers", () => {
  test("422 lists each field, in the requested language", async () => {
    const buyer = shop.shopper();
    await buyer.choose({ type: "Tariff", tariff: "SMART30" });
    await expectOk("register", buyer.register("form@example.ch"));
    buyer.locale = "en";
    const reply = await buyer.call("validateCustomer", {
      mnp: 1,
      mnpSubscriptionType: "Prepaid",
      puk: "1",
      day: "31",
      month: "2",
      year: "1990",
    });
    expect(reply.status).toBe(422);
    expect(reply.body).toEqual({
      errors: {
        simType: ["Please choose one."],
        salutation: ["Please choose one."],
        first_name: ["Enter your first name."],
        last_name: ["Enter your last name."],
        mobilePhone: ["Enter your mobile number."],
        day: ["This date doesn’t exist. Please check it."],
        mnpMsisdn: ["Enter your current number."],
        puk: ["A PUK has eight digits."],
      },
    });
  });

  test("406 is a rejection by a business system; 409 a bad address and another customer's e-mail", async () => {
    const buyer = shop.shopper();
    await buyer.choose({ type: "Tariff", tariff: "SMART30" });
    await expectOk("register", buyer.register("refused@example.ch"));
    const form = personForm("refused@example.ch");
    const transfer = {
      ...form,
      mnp: 1 as const,
      mnpSubscriptionType: "Prepaid",
      mnpMsisdn: "41795550000",
      puk: "00000000",
    };
    expect(await buyer.call("validateCustomer", transfer)).toMatchObject({
      status: 406,
      body: { body: { error_fields: { mnpMsisdn: [expect.any(String)], puk: [expect.any(String)] } } },
    });
    expect(await buyer.call("validateCustomer", { ...form, email: "mia.keller@example.ch" })).toMatchObject({
      status: 409,
      body: { username: "mia.keller@example.ch" },
    });
    expect((await buyer.call("validateCustomer", { ...form, email: "free@example.ch" })).status).toBe(422);
    await expectOk(
      "validate",
      buyer.call("validateCustomer", { ...transfer, mnpMsisdn: "41795550143", puk: "12345678" }),
    );
    expect(await buyer.call("updateCustomer", { ...form, address: "Nirgendsweg" })).toMatchObject({
      status: 409,
      body: { badAddress: true, message: expect.any(String) },
    });
    await expectOk("update", buyer.call("updateCustomer", form));
    await expectOk("upload", buyer.upload(image));
    expect(await buyer.createCustomer({ ...form, idNo: "X0000000" })).toMatchObject({
      status: 406,
      body: { body: { error_fields: { idNo: [expect.any(String)] } } },
    });
    await expectOk("create", buyer.createCustomer(form));
    await expectOk("create again", buyer.createCustomer(form));
    await expectOk("order", buyer.call("createOrder", {}));
    const other = shop.shopper();
    await other.choose({ type: "Tariff", tariff: "SMART30" });
    const second = { ...personForm("second@example.ch"), idNo: form.idNo };
    await expectOk("register", other.register("second@example.ch"));
    await expectOk("validate", other.call("validateCustomer", second));
    await expectOk("update", other.call("updateCustomer", second));
    await expectOk("upload", other.upload(image));
    expect((await other.createCustomer(second)).status).toBe(406);
  });
});

describe("documents", () => {
  test("pictures are recognised by their content and stored encrypted, without metadata", async () => {
    const buyer = shop.shopper();
    await buyer.choose({ type: "Tariff", tariff: "SMART30" });
    await expectOk("register", buyer.register("document@example.ch"));
    const form = personForm("document@example.ch");
    await expectOk("validate", buyer.call("validateCustomer", form));
    await expectOk("update", buyer.call("updateCustomer", form));
    expect((await buyer.upload(new Blob(["<svg/>"]), "ausweis.jpg")).status).toBe(415);
    expect((await buyer.upload(new Blob(["GIF89a......"]), "ausweis.png")).status).toBe(415);
    const message = expect.stringMatching(/\w/);
    expect(await buyer.upload(new Blob([]))).toMatchObject({ status: 415, body: { message } });
    const large = new Blob([Buffer.alloc(10 * 1024 * 1024 + 1)]);
    expect(await buyer.upload(large)).toMatchObject({ status: 413, body: { message } });
    expect((await buyer.request("POST", `${API_PREFIX}/upload-document`, {})).status).toBe(415);
    await expectOk("upload", buyer.upload(await picture(3000, 2000), "passport.txt"));
    const { rows } = await shop.database.pool.query<{ storage_key: string }>(
      "select storage_key from documents where checkout_id = $1",
      [buyer.checkoutId],
    );
    const stored = await shop.kasse.services.documents.get(rows[0]?.storage_key ?? "");
    expect(stored?.subarray(28, 31)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });
});

describe("for operators", () => {
  test("health, readiness, metrics and the API's description", async () => {
    expect((await shopper.request("GET", "/healthz")).status).toBe(200);
    expect((await shopper.request("GET", "/readyz")).status).toBe(200);
    expect(await shop.metrics()).toContain("kasse_request_duration_seconds");
    const { body } = (await shopper.request("GET", "/openapi.json")) as unknown as {
      body: { openapi: string; paths: Record<string, object> };
    };
    expect(body.openapi).toMatch(/^3\.1/);
    expect(Object.keys(body.paths)).toHaveLength(Object.keys(PATHS).length);
  });
});
