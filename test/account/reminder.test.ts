import { compose } from "../support/compose.ts";
import { storedProfile } from "#server/sale/identity/profile.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Locale } from "#core/text/locale.ts";
import { register } from "#server/sale/account/register.ts";
import { mailReminder } from "#server/sale/account/remind.ts";
import { makeCheckoutLink } from "#server/sale/checkout/links.ts";
import { openCheckoutLink } from "#server/sale/steps/open-checkout-link.ts";
import type { Jobs } from "#server/platform/jobs/tasks.ts";
import type { Mail } from "#server/platform/mail-and-sms.ts";
import { newSecret } from "#server/platform/encryption/link-secret.ts";
import { accountServices, type AccountServices } from "../support/account-services.ts";
import { demoCatalogue } from "../support/demo-catalogue.ts";
import { handlerCall } from "../support/handler-call.ts";
import { orderServices } from "../support/order-services.ts";
import { profilePerson } from "../support/people.ts";

let shop: AccountServices;
beforeAll(async () => {
  shop = await accountServices();
});
afterAll(() => shop.sale.close());

const SMART30 = { type: "Tariff", tariff: "SMART30" } as const;
let people = 0;

/** Registers in a new checkout. Returns it with the job that mails its reminder. */
async function registered(
  remind?: boolean,
  services: AccountServices["services"] = shop.services,
  email = `remind${(people += 1)}@example.ch`,
) {
  const { id } = await shop.sale.checkout(SMART30);
  const again = (wanted?: boolean) =>
    register(services)(
      handlerCall<"newCustomer">({
        body: { username: email, password: "Birnen am Montag", ...(wanted === undefined ? {} : { remind: wanted }) },
        checkoutId: id,
        ip: `192.0.2.${people}`,
      }),
    );
  expect(await again(remind)).toMatchObject({ ok: true });
  const run = async () => {
    const [job] = await jobOf(id);
    await mailReminder(services)(job?.payload ?? { checkoutId: id });
  };
  const mails = () => shop.mails.filter(({ to }) => to === email);
  return { id, again, run, mails };
}
const jobOf = (id: string) =>
  shop.sale.query<{ run_at: Date; payload: Jobs["mail-reminder"] }>(
    "select run_at, payload from graphile_worker._private_jobs where key = $1",
    [`mail-reminder:${id}`],
  );
const open = (secret: string, services = shop.services, checkoutId: string | null = null) =>
  openCheckoutLink(services)(handlerCall<"checkoutLink">({ body: { secret }, checkoutId }));
const secretIn = (text: string) => /\/continue#(\S+)/.exec(text)?.[1] ?? "";

describe("a shopper who agreed", () => {
  test("gets one reminder, after the configured hours, whose link continues the checkout on any device", async () => {
    const { id, run, mails } = await registered(true);
    const [job] = await jobOf(id);
    expect(job?.run_at.getTime()).toBe(shop.sale.clock.now.getTime() + 24 * 3600_000);
    await run();
    await run();
    const [mail, ...more] = mails();
    expect(more).toEqual([]);
    expect(mail?.text).toContain("SMART 30");
    const secret = secretIn(mail?.text ?? "");
    const here = await open(secret, shop.services, id);
    expect(here).toMatchObject({ ok: true, value: { checkoutId: id, page: "4", record: SMART30 } });
    const elsewhere = await open(secret);
    expect(elsewhere).toMatchObject({ ok: true, value: { page: "3", record: SMART30 } });
    expect(elsewhere).not.toMatchObject({ value: { checkoutId: id } });
  });

  test("stays one of a campaign's, on any device", async () => {
    const { id, run, mails } = await registered(true);
    await shop.sale.query("update checkouts set source = 'link:autumn' where id = $1", [id]);
    await run();
    const copy = await open(secretIn(mails()[0]?.text ?? ""));
    const { source } = (await shop.services.checkouts.load(copy.ok ? copy.value.checkoutId : null)) ?? {};
    expect(source).toBe("link:autumn");
  });

  test("reads the chosen products, including the device, after the usual greeting", async () => {
    const { id } = await shop.sale.checkout({ ...SMART30, mobile: "SAENTISX" });
    await shop.sale.query("update checkouts set remind = true, registered_email = 'device@example.ch' where id = $1", [
      id,
    ]);
    const sent = async (locale: Locale) => {
      await shop.sale.query("delete from checkout_links where checkout_id = $1", [id]);
      await shop.sale.query("update checkouts set remind = true, locale = $2 where id = $1", [id, locale]);
      await mailReminder(shop.services)({ checkoutId: id });
      return shop.mails.splice(0).find(({ to }) => to === "device@example.ch")?.text ?? "";
    };
    const { name } = demoCatalogue.devices.find(({ code }) => code === "SAENTISX") ?? {};
    expect(await sent("de")).toMatch(new RegExp(`^Guten Tag\n\nSie haben SMART 30 mit ${name} ausgewählt`));
    expect(await sent("en")).toMatch(new RegExp(`^Hello\n\nYou chose SMART 30 with ${name} but`));
    expect(await sent("fr")).toMatch(new RegExp(`^Bonjour,\n\nVous avez choisi SMART 30 avec ${name}`));
    expect(await sent("it")).toMatch(new RegExp(`^Buongiorno,\n\nHa scelto SMART 30 con ${name}`));
    expect(await sent("sr")).toMatch(new RegExp(`^Poštovani,\n\nIzabrali ste SMART 30 uz ${name}`));
    expect(await sent("fr")).not.toContain("arrêté");
    expect(await sent("it")).not.toContain("fermato");
  });

  test("is greeted by the name in the form, or on record", async () => {
    const { id, run, mails } = await registered(true);
    const account = await shop.sale.account("known@example.ch");
    const profile = storedProfile({ person: profilePerson() });
    await shop.sale.query("update accounts set profile = $2 where id = $1", [account, JSON.stringify(profile)]);
    await shop.sale.query("update checkouts set account_id = $2 where id = $1", [id, account]);
    await run();
    expect(mails()).toEqual([]);
    expect(shop.mails.find(({ to }) => to === "known@example.ch")?.text).toMatch(/^Guten Tag Nora Beispiel\n\n/);
  });

  test("and then withdraws the consent gets none", async () => {
    const { again, run, mails } = await registered(true);
    await again(false);
    await run();
    expect(mails()).toEqual([]);
  });

  test("and has ordered gets none", async () => {
    const orders = await orderServices();
    const order = await orders.made();
    await orders.sale.query("update checkouts set remind = true where id = $1", [order.checkoutId]);
    const sent: Mail[] = [];
    const mail = { send: async (each: Mail) => (sent.push(each), "sent" as const) };
    await mailReminder({ ...orders.services, mail })({ checkoutId: order.checkoutId });
    expect(sent).toEqual([]);
    await orders.sale.close();
  });
});

describe("an address that another person might have typed", () => {
  test("is reminded once in 14 days, even if several checkouts use it at once, or one repeatedly", async () => {
    const checkouts = await Promise.all(
      Array.from({ length: 5 }, () => registered(true, shop.services, "victim@example.ch")),
    );
    const mails = () => shop.mails.filter(({ to }) => to === "victim@example.ch");
    await Promise.all(checkouts.map(({ run }) => run()));
    expect(mails()).toHaveLength(1);
    const [again] = checkouts;
    await again?.again(true);
    await again?.run();
    expect(mails()).toHaveLength(1);
    const later = new Date(shop.sale.clock.now.getTime() + 15 * 24 * 3600_000);
    const next = await registered(true, compose({ ...shop.services, now: () => later }), "victim@example.ch");
    await next.run();
    expect(mails()).toHaveLength(2);
  });

  test("is still reminded if the mail server did not answer at first, with the link of the mail that did arrive", async () => {
    const arrived: Mail[] = [];
    const failing = {
      send: (mail: Mail) => {
        arrived.push(mail);
        return Promise.reject(new Error("no answer"));
      },
    };
    const { id, run, mails } = await registered(true);
    const [job] = await jobOf(id);
    const failed = mailReminder({ ...shop.services, mail: failing })(job?.payload ?? { checkoutId: "" });
    await expect(failed).rejects.toThrow("no answer");
    const secret = secretIn(arrived[0]?.text ?? "");
    expect(await open(secret)).toMatchObject({ ok: true });
    await run();
    expect(mails().map(({ text }) => secretIn(text))).toEqual([secret]);
    expect(await open(secret)).toMatchObject({ ok: true });
  });

  test("does not open an order of another person; the link of its own e-mail opens the order", async () => {
    const orders = await orderServices();
    const { checkoutId } = await orders.made();
    const [own] = await orders.sale.query<{ email: string }>(
      "select email from accounts a join checkouts c on c.account_id = a.id where c.id = $1",
      [checkoutId],
    );
    const now = orders.sale.clock.now;
    const opened = async (email: string) => {
      const of = { checkoutId, email, publicUrl: "", locale: "de", now, secret: newSecret().secret } as const;
      const services = compose({ ...shop.services, ...orders.sale.needs });
      return open(secretIn((await makeCheckoutLink(orders.sale.needs.db, of)) ?? ""), services);
    };
    expect(await opened(own?.email ?? "")).toMatchObject({ ok: true, value: { checkoutId, page: "7" } });
    const typo = await opened("typo@example.ch");
    expect(typo).toMatchObject({ ok: true, value: { page: "3", record: SMART30 } });
    expect(typo).not.toMatchObject({ value: { checkoutId } });
    await orders.sale.close();
  });
});

describe("without consent or with a wrong link", () => {
  test("nothing is sent: without consent, without the setting", async () => {
    const { id, run, mails } = await registered();
    expect(await jobOf(id)).toEqual([]);
    await run();
    expect(mails()).toEqual([]);
    const off = { ...shop.services, config: { ...shop.services.config, reminderHours: 0 } };
    const never = await registered(true, off);
    expect(await jobOf(never.id)).toEqual([]);
    await never.run();
    expect(never.mails()).toEqual([]);
  });

  test("the checkout does not open: a wrong link, an expired one", async () => {
    const { run, mails } = await registered(true);
    await run();
    const secret = secretIn(mails()[0]?.text ?? "");
    const dead = { ok: false, failure: { name: "checkoutLinkDead" } };
    for (const wrong of ["", "x", secret.slice(1), secret.replace(/.$/, (last) => (last === "A" ? "B" : "A"))])
      expect(await open(wrong)).toMatchObject(dead);
    const later = new Date(shop.sale.clock.now.getTime() + 14 * 24 * 3600_000);
    expect(await open(secret, compose({ ...shop.services, now: () => later }))).toMatchObject(dead);
  });
});
