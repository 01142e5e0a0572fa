import { afterAll, beforeAll, expect, test } from "vitest";
import { kasse, settingsOf } from "../support/cli.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";

const MIA = "mia.keller@example.ch";
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const run = (...argv: string[]) => kasse(argv, settingsOf(shop));

async function loggedIn(userAgent: string): Promise<Shopper> {
  const shopper = shop.shopper();
  shopper.userAgent = userAgent;
  await expectOk("login", shopper.logIn(MIA));
  return shopper;
}

test("the operator lists a customer's logins, ends one, and ends all", async () => {
  const home = await loggedIn("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
  const office = await loggedIn("curl/8");
  const { code, out } = await run("sessions", "list", MIA.toUpperCase());
  expect(code).toBe(0);
  expect(out).toMatch(/^login +since +last used +device\n\S{36} .* –\n\S{36} .* Firefox, Linux\n2 logins$/);
  const [newest] = JSON.parse((await run("sessions", "list", MIA, "--json")).out) as { id: string; device: string }[];
  expect(newest).toEqual({
    id: expect.any(String),
    device: null,
    since: expect.any(String),
    lastUsed: expect.any(String),
  });

  const ended = await run("sessions", "end", MIA, "--login", newest?.id ?? "");
  expect(ended).toMatchObject({ code: 0, out: "1 login ended." });
  expect((await office.request("GET", "/public-api/account")).status).toBe(401);
  expect((await home.request("GET", "/public-api/account")).status).toBe(200);
  expect(await run("sessions", "end", MIA)).toMatchObject({ code: 0, out: "1 login ended." });
  expect((await home.request("GET", "/public-api/account")).status).toBe(401);
  expect((await run("sessions", "list", MIA)).out).toBe("No logins.");
});

test("an unknown customer or login is reported as a failure", async () => {
  await loggedIn("curl/8");
  expect((await run("sessions", "list", "nobody@example.ch")).err).toContain("no customer nobody@example.ch");
  const other = await run("sessions", "end", MIA, "--login", crypto.randomUUID());
  expect([other.code, other.err]).toEqual([1, expect.stringContaining("see `sessions list`")]);
});
