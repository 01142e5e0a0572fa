import { compose } from "../support/compose.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import workerpool, { type Pool } from "workerpool";
import { httpCustomers } from "#server/integrations/customers/http.ts";
import { sandboxCustomers } from "#server/sandboxes.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { me } from "#server/sale/account/sessions.ts";
import { passwordLogin } from "#server/sale/account/password-login.ts";
import { hashPassword, spendHashingTime } from "#server/authentication/passwords.ts";
import { issueToken } from "#server/sale/identity/tokens.ts";
import { accountServices, type AccountServices } from "../support/account-services.ts";
import { handlerCall } from "../support/handler-call.ts";
import { changeCheckout } from "#server/sale/checkout/queries.ts";
import { accountOfToken } from "#server/sale/identity/accounts.ts";

/** Counts the password hashes checked by this process's lanes. */
const hashes = { count: 0 };
const pools = Object.getPrototypeOf(workerpool.pool()) as Pool;
const run = pools.exec;
const exec = vi.spyOn(pools, "exec").mockImplementation(function (this: Pool, method, ...rest) {
  hashes.count += method === "verify" ? 1 : 0;
  return run.call(this, method, ...rest);
});

let shop: AccountServices;
beforeAll(async () => {
  shop = await accountServices();
});
afterAll(async () => {
  exec.mockRestore();
  await shop.sale.close();
});

const WRONG = { ok: false, failure: { name: "loginWrong" } };
const OWN = "Birnen am Montag";

async function account(email: string, password: string | null = OWN): Promise<string> {
  const id = await shop.sale.account(email);
  const hash = password && (await hashPassword(password));
  await shop.sale.query("update accounts set password_hash = $2 where id = $1", [id, hash]);
  return id;
}

const logIn = (username: string, password: string, checkoutId: string | null = null) =>
  passwordLogin(shop.services)(handlerCall<"passwordLogin">({ body: { username, password }, checkoutId }));

async function tokenOf(reply: Awaited<ReturnType<typeof logIn>>): Promise<string> {
  if (!reply.ok) throw new Error(reply.failure.name);
  return reply.value.body.token;
}
const accountOf = async (reply: Awaited<ReturnType<typeof logIn>>) =>
  accountOfToken(shop.sale.db, await tokenOf(reply), shop.sale.clock.now);

describe("typed values", () => {
  test.each([
    ["", "", { username: "missing", password: "missing" }],
    [" ", OWN, { username: "missing" }],
    ["a@example.ch", "", { password: "missing" }],
  ])("%j and %j: %j", async (username, password, fields) => {
    expect(await logIn(username, password)).toEqual({ ok: false, failure: { name: "invalidFields", fields } });
  });
});

describe("an account of the shop", () => {
  test("opens with its password, regardless of case and spaces in the e-mail", async () => {
    const id = await account("anna@example.ch");
    expect(await accountOf(await logIn(" Anna@Example.ch", OWN))).toMatchObject({ id, email: "anna@example.ch" });
    expect(await logIn("anna@example.ch", "Birnen am Dienstag")).toEqual(WRONG);
  });

  test("that is unknown or has no password does not open", async () => {
    await account("empty@example.ch", null);
    expect(await logIn("empty@example.ch", OWN)).toEqual(WRONG);
    expect(await logIn("nobody@example.ch", OWN)).toEqual(WRONG);
  });
});

describe("a customer of the base", () => {
  const person = (userId: string, email: string) => ({ userId, email, password: "at the base", profile: { userId } });

  test("logs in with the base's password, and is linked", async () => {
    shop.people.push(person("N1", "Base@example.ch"));
    expect(await logIn("base@example.ch", "something else")).toEqual(WRONG);
    expect(await accountOf(await logIn("base@example.ch", "at the base"))).toMatchObject({
      email: "base@example.ch",
      customerBaseId: "N1",
      profile: { userId: "N1" },
    });
  });

  test("with a password set here uses that one, and has the base's newest data", async () => {
    shop.people.push(person("N2", "own@example.ch"));
    const first = await accountOf(await logIn("own@example.ch", "at the base"));
    await shop.sale.query("update accounts set password_hash = $2, profile = '{}' where id = $1", [
      first?.id,
      await hashPassword(OWN),
    ]);
    expect(await logIn("own@example.ch", "at the base")).toEqual(WRONG);
    expect(await accountOf(await logIn("own@example.ch", OWN))).toEqual(first);
  });

  test("is not linked to an account that merely registered with the e-mail", async () => {
    const unproven = await account("taken@example.ch");
    shop.people.push(person("N3", "taken@example.ch"));
    expect(await logIn("taken@example.ch", OWN)).toEqual(WRONG);
    expect(await accountOf(await logIn("taken@example.ch", "at the base"))).toMatchObject({
      id: unproven,
      customerBaseId: "N3",
    });
  });
});

describe("a wrong password", () => {
  /** Creates every kind of customer and returns their e-mails. */
  async function everybody(name: string): Promise<readonly string[]> {
    const [own, base, both, unproven, unknown] = ["own", "base", "both", "unproven", "unknown"].map(
      (kind) => `${kind}.${name}@example.ch`,
    ) as [string, string, string, string, string];
    const inBase = (email: string) =>
      void shop.people.push({ userId: email, email, password: "at the base", profile: { userId: email } });
    await account(own);
    [base, both, unproven].forEach(inBase);
    const linked = await accountOf(await logIn(both, "at the base"));
    await shop.sale.query("update accounts set password_hash = $2 where id = $1", [
      linked?.id,
      await hashPassword(OWN),
    ]);
    await account(unproven);
    return [own, base, both, unproven, unknown];
  }

  test("does not reveal who is known: each attempt takes one password hash, here or in the base, and the same lookups", async () => {
    for (const email of await everybody("hash")) {
      hashes.count = 0;
      const asked: string[] = [];
      const customers = {
        ...shop.services.customers,
        findByEmail: (each: string) => (asked.push("find"), shop.services.customers.findByEmail(each)),
        checkPassword: async (each: string, password: string) => {
          await spendHashingTime(password);
          return shop.services.customers.checkPassword(each, password);
        },
      };
      const body = { username: email, password: "falsches Wort" };
      expect(
        await passwordLogin(compose({ ...shop.services, customers }))(handlerCall<"passwordLogin">({ body })),
      ).toEqual(WRONG);
      expect([email, hashes.count, asked]).toEqual([email, 1, ["find"]]);
    }
  });

  test("reveals that the base is down, for every e-mail", async () => {
    const customers = { ...shop.services.customers, findByEmail: () => Promise.reject(new Unavailable("down")) };
    for (const username of await everybody("down"))
      await expect(
        passwordLogin(compose({ ...shop.services, customers }))(
          handlerCall<"passwordLogin">({ body: { username, password: "falsches Wort" } }),
        ),
      ).rejects.toThrow(Unavailable);
  });

  test.each(["sandbox", "http"])(
    "does not reveal who is known to the base of the %s integration",
    async (integration) => {
      const folder = await mkdtemp(join(tmpdir(), "kasse-base-"));
      const base =
        integration === "sandbox"
          ? await sandboxCustomers(folder, () => new Date())
          : httpCustomers({ url: "http://127.0.0.1:1", secret: "secret", timeoutMs: 100, restMs: 10_000 });
      for (const email of ["mia.keller@example.ch", "nobody@example.ch"]) {
        hashes.count = 0;
        await base.checkPassword(email, "falsches Wort").catch(() => null);
        expect([email, hashes.count]).toEqual([email, 1]);
      }
      await rm(folder, { recursive: true });
    },
  );
});

test("a username that is too long for an e-mail is a mistake, not a fault", async () => {
  const fields = { username: "email" };
  expect(await logIn("漢".repeat(1990), OWN)).toEqual({ ok: false, failure: { name: "invalidFields", fields } });
  expect(await logIn("漢".repeat(254), OWN)).toEqual(WRONG);
});

describe("attempts are limited", () => {
  const limited = (limit: "passwordsPerAccount" | "passwordsPerAddress") => {
    const by = limit === "passwordsPerAccount" ? "account" : "address";
    const limits = shop.sale.limited({ [limit]: { count: 2, seconds: 900, by } });
    const handler = passwordLogin({ ...shop.services, limits });
    return (username: string, ip: string) =>
      handler(handlerCall<"passwordLogin">({ body: { username, password: "falsches Wort" }, ip }));
  };
  const names = (replies: readonly { ok: boolean; failure?: { name: string } }[]) =>
    replies.map(({ failure }) => failure?.name);

  test("for an account, regardless of the address", async () => {
    const attempt = limited("passwordsPerAccount");
    const replies = [
      await attempt("l@example.ch", "1"),
      await attempt("L@example.ch", "2"),
      await attempt("l@example.ch", "3"),
    ];
    expect(names(replies)).toEqual(["loginWrong", "loginWrong", "tooMany"]);
    expect(names([await attempt("another@example.ch", "1")])).toEqual(["loginWrong"]);
  });

  test("but not by a failure of the operator's own systems", async () => {
    const limits = shop.sale.limited({
      passwordsPerAccount: { count: 2, seconds: 900, by: "account" },
      passwordsPerAddress: { count: 2, seconds: 900, by: "address" },
    });
    let isDown = true;
    const withPassword: typeof shop.services.accounts.withPassword = async (...asked) => {
      if (isDown) throw new Unavailable("the customer base is down");
      return shop.services.accounts.withPassword(...asked);
    };
    const handler = passwordLogin({ ...shop.services, limits, accounts: { ...shop.services.accounts, withPassword } });
    const attempt = () =>
      handler(handlerCall<"passwordLogin">({ body: { username: "down@example.ch", password: "falsch" }, ip: "77" }));
    for (let times = 0; times < 5; times += 1) await expect(attempt()).rejects.toThrow(Unavailable);
    isDown = false;
    expect(names([await attempt(), await attempt(), await attempt()])).toEqual(["loginWrong", "loginWrong", "tooMany"]);
  });

  test("for an address, regardless of the account", async () => {
    const attempt = limited("passwordsPerAddress");
    const replies = [
      await attempt("x1@example.ch", "9"),
      await attempt("x2@example.ch", "9"),
      await attempt("x3@example.ch", "9"),
    ];
    expect(names(replies)).toEqual(["loginWrong", "loginWrong", "tooMany"]);
    expect(names([await attempt("x4@example.ch", "8")])).toEqual(["loginWrong"]);
  });
});

describe("a login in a checkout", () => {
  const newCheckout = () => shop.sale.checkout({ type: "Tariff", tariff: "SMART30" });

  test("binds it to the customer, and ends only its own earlier logins", async () => {
    const id = await account("bound@example.ch");
    const checkout = await newCheckout();
    const elsewhere = await tokenOf(await logIn("bound@example.ch", OWN));
    const first = await tokenOf(await logIn("bound@example.ch", OWN, checkout.id));
    const second = await tokenOf(await logIn("bound@example.ch", OWN, checkout.id));
    const valid = (token: string) => accountOfToken(shop.sale.db, token, shop.sale.clock.now);
    expect(await shop.sale.reload(checkout.id)).toMatchObject({ account: { id } });
    expect(await valid(first)).toBeNull();
    expect([(await valid(second))?.id, (await valid(elsewhere))?.id]).toEqual([id, id]);
  });

  test("by another customer takes over the checkout and drops the first customer's data", async () => {
    const [one, other] = [await account("one@example.ch"), await account("other@example.ch")];
    const checkout = await newCheckout();
    await changeCheckout(shop.sale.db, shop.sale.needs, checkout, {
      accountId: one,
      solvency: { person: "p", solvent: true },
    });
    await logIn("other@example.ch", OWN, checkout.id);
    expect(await shop.sale.reload(checkout.id)).toMatchObject({ account: { id: other }, solvency: null });
  });

  test("leaves an ordered one unchanged, but ends its earlier logins", async () => {
    const [owner, visitor] = [await account("owner@example.ch"), await account("visitor@example.ch")];
    const checkout = await newCheckout();
    await changeCheckout(shop.sale.db, shop.sale.needs, checkout, { accountId: owner });
    await shop.sale.order(checkout.id, owner);
    const earlier = await issueToken(
      shop.sale.db,
      { accountId: owner, checkoutId: checkout.id, device: null },
      shop.sale.clock.now,
    );
    expect(await accountOf(await logIn("visitor@example.ch", OWN, checkout.id))).toMatchObject({ id: visitor });
    expect(await shop.sale.reload(checkout.id)).toMatchObject({ account: { id: owner } });
    expect(await accountOfToken(shop.sale.db, earlier, shop.sale.clock.now)).toBeNull();
  });

  test("works although the checkout does not exist", async () => {
    const id = await account("lost@example.ch");
    expect(await accountOf(await logIn("lost@example.ch", OWN, "x".repeat(32)))).toMatchObject({ id });
  });
});

describe("the owner of a token", () => {
  const ask = (body: { token?: string }, token: string | null = null) =>
    me(shop.services)(handlerCall<"me">({ body, token }));
  const user = (userId: string, contracts: object[] = []) => ({
    ok: true,
    value: { user: { body: { user: { userId, contracts } } } },
  });

  test("is reported for one in the body, before one in the header", async () => {
    const [one, other] = [await account("body@example.ch"), await account("header@example.ch")];
    const tokens = [
      await tokenOf(await logIn("body@example.ch", OWN)),
      await tokenOf(await logIn("header@example.ch", OWN)),
    ];
    expect(await ask({ token: tokens[0] ?? "" }, tokens[1])).toEqual(user(one));
    expect(await ask({}, tokens[1])).toEqual(user(other));
  });

  test("has the base's id and contracts if the base has the customer", async () => {
    const contracts = [{ contractType: "Business", number: "41790000000" }];
    shop.people.push({ userId: "N9", email: "biz@example.ch", password: "p", profile: { userId: "N9", contracts } });
    const token = await tokenOf(await logIn("biz@example.ch", "p"));
    expect(await ask({ token })).toEqual(user("N9", [{ contractType: "Business" }]));
  });

  test.each([[{}], [{ token: "" }], [{ token: "x".repeat(43) }]])("is not reported for %j", async (body) => {
    expect(await ask(body)).toEqual({ ok: false, failure: { name: "loginNeeded" } });
  });
});
