import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { register } from "#server/sale/account/register.ts";
import { passwordMatches } from "#server/authentication/passwords.ts";
import { accountServices, type AccountServices } from "../support/account-services.ts";
import { handlerCall } from "../support/handler-call.ts";
import { changeCheckout } from "#server/sale/checkout/queries.ts";

let shop: AccountServices;
beforeAll(async () => {
  shop = await accountServices();
});
afterAll(() => shop.sale.close());

const PASSWORD = "Birnen am Montag";
const newCheckout = () => shop.sale.checkout({ type: "Tariff", tariff: "SMART30" });
const send = (username: string, password: string, checkoutId: string | null, ip = "192.0.2.1") =>
  register(shop.services)(handlerCall<"newCustomer">({ body: { username, password }, checkoutId, ip }));
const SOLVENT = { person: "p", solvent: true };

describe("a registration", () => {
  test("binds e-mail and password to the checkout, and creates no account", async () => {
    const { id } = await newCheckout();
    expect(await send(" Anna@Example.ch ", PASSWORD, id)).toEqual({
      ok: true,
      value: { body: { user: { username: "anna@example.ch" } } },
    });
    const { registeredEmail, registeredHash, account } = await shop.sale.reload(id);
    expect([registeredEmail, account]).toEqual(["anna@example.ch", null]);
    expect(await passwordMatches(registeredHash ?? "", PASSWORD)).toBe(true);
  });

  test("accepts the password afterwards as another keyboard writes it", async () => {
    const { id } = await newCheckout();
    await send("umlaut@example.ch", "Gärten-öffnen-26".normalize("NFD"), id);
    const { registeredHash } = await shop.sale.reload(id);
    expect(await passwordMatches(registeredHash ?? "", "Gärten-öffnen-26")).toBe(true);
  });

  test.each([
    ["", "", { username: "missing", password: "missing" }],
    ["nobody", PASSWORD, { username: "email" }],
    ["a@example.ch", "kurz", { password: "password.tooShort" }],
    ["nora.meier@example.ch", "Nora.Meier1", { password: "password.common" }],
    ["a@example.ch", "Alpenfon2026", { password: "password.common" }],
  ])("with %j and %j is rejected: %j", async (username, password, fields) => {
    const { id } = await newCheckout();
    expect(await send(username, password, id)).toEqual({ ok: false, failure: { name: "invalidFields", fields } });
    expect((await shop.sale.reload(id)).registeredEmail).toBeNull();
  });

  test("with an e-mail that is taken, here or in the base, is rejected", async () => {
    await shop.sale.account("here@example.ch");
    shop.people.push({ userId: "B", email: "base@example.ch", profile: {} });
    for (const email of ["here@example.ch", "Base@example.ch"])
      expect(await send(email, PASSWORD, (await newCheckout()).id)).toEqual({
        ok: false,
        failure: { name: "emailTaken" },
      });
  });

  test("needs a checkout that is not ordered yet", async () => {
    const unknown = { ok: false, failure: { name: "checkoutUnknown" } };
    for (const id of [null, "x".repeat(32)]) expect(await send("b@example.ch", PASSWORD, id)).toEqual(unknown);
    const { id } = await newCheckout();
    await shop.sale.order(id, await shop.sale.account("owner@example.ch"));
    expect(await send("b@example.ch", PASSWORD, id)).toEqual({
      ok: false,
      failure: { name: "stepRefused", page: "7" },
    });
  });

  test("repeated with the same e-mail changes the password and keeps the data; with another one it drops the data", async () => {
    const { id } = await newCheckout();
    await send("c@example.ch", PASSWORD, id);
    const documentId = randomUUID();
    await shop.sale.query(
      "insert into documents (id, checkout_id, storage_key, key_id, bytes) values ($1, $2, $3, 'key', 1)",
      [documentId, id, documentId],
    );
    const data = { solvency: SOLVENT, documentId };
    await changeCheckout(shop.sale.db, shop.sale.needs, await shop.sale.reload(id), data);
    await send("c@example.ch", "Kirschen im August", id);
    const same = await shop.sale.reload(id);
    expect(same).toMatchObject(data);
    expect(await passwordMatches(same.registeredHash ?? "", "Kirschen im August")).toBe(true);
    await send("d@example.ch", PASSWORD, id);
    expect(await shop.sale.reload(id)).toMatchObject({
      registeredEmail: "d@example.ch",
      solvency: null,
      documentId: null,
    });
  });

  test("is limited by the address", async () => {
    const limits = shop.sale.limited({ registrationsPerAddress: { count: 1, seconds: 900, by: "address" } });
    const handler = register({ ...shop.services, limits });
    const names = [];
    for (const ip of ["192.0.2.5", "192.0.2.5", "192.0.2.6"]) {
      const { id } = await newCheckout();
      const body = { username: `limit${names.length}@example.ch`, password: PASSWORD };
      const reply = await handler(handlerCall<"newCustomer">({ body, checkoutId: id, ip }));
      names.push(reply.ok ? "ok" : reply.failure.name);
    }
    expect(names).toEqual(["ok", "tooMany", "ok"]);
  });
});
