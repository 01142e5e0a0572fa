import { randomUUID, type KeyObject } from "node:crypto";
import type { Line } from "#core/price/lines.ts";
import type { Config } from "#server/config/config.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { MailPort } from "#server/platform/mail-and-sms.ts";
import { secretOfMail } from "#server/platform/encryption/link-secret.ts";
import { greeting } from "#server/platform/texts/greeting.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { makeCheckoutLink } from "#server/sale/checkout/links.ts";
import { isReminderWanted, setReminder } from "#server/sale/checkout/queries.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import type { Clock } from "#server/platform/clock.ts";
import { emailOf, onRecord } from "#server/sale/checkout/user.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";

const HOUR_MS = 3600_000;

/** Stores whether the shopper wants one reminder of this checkout, and schedules it. The latest choice counts. */
export async function planReminder(
  { config, now }: { readonly config: Pick<Config, "reminderHours">; readonly now: Clock },
  db: Handle,
  checkoutId: string,
  wanted: boolean,
): Promise<void> {
  const remind = wanted && config.reminderHours > 0;
  await setReminder(db, checkoutId, remind);
  if (!remind) return;
  const at = new Date(now().getTime() + config.reminderHours * HOUR_MS);
  await addJobs(db, [
    { name: "mail-reminder", payload: { checkoutId, id: randomUUID() }, key: `mail-reminder:${checkoutId}`, at },
  ]);
}

/**
 * Creates the job that reminds a shopper, with their consent, of a checkout without an order. It does so once, only if
 * the product is still sold, and at most once in 14 days per e-mail address. The e-mail has a link that continues the
 * checkout on any device.
 */
export function mailReminder(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly mail: MailPort;
  readonly brand: Pick<Brand, "name" | "phone" | "email">;
  readonly config: Pick<Config, "publicUrl">;
  /** The key of the links in e-mails. */
  readonly linkKey: KeyObject;
}): Task<"mail-reminder"> {
  return async ({ checkoutId, id }) => {
    const { db, brand, config, mail } = services;
    if (!(await isReminderWanted(db, checkoutId))) return;
    const checkout = await services.checkouts.load(checkoutId);
    const email = checkout && emailOf(checkout);
    const [main] = checkout?.quote?.lines ?? [];
    if (checkout && email && main && !checkout.order) {
      const { locale } = checkout;
      const product = productName(main, checkout);
      const text = (link: string) =>
        [
          greeting(locale, { ...onRecord(checkout), ...checkout.form }),
          serverText(locale, "mail.reminder.intro", { product }),
          link,
          serverText(locale, "mail.reminder.elsewhere"),
          serverText(locale, "mail.reminder.once"),
          serverText(locale, "mail.help", { phone: brand.phone, email: brand.email }),
          `${serverText(locale, "mail.closing")}\n${brand.name}`,
        ].join("\n\n");
      const { publicUrl } = config;
      const key = ["reminder", checkoutId, ...(id === undefined ? [] : [id])].join(":");
      const secret = secretOfMail(services.linkKey, key);
      const link = await makeCheckoutLink(db, { checkoutId, email, publicUrl, locale, now: services.now(), secret });
      const subject = serverText(locale, "mail.reminder.subject", { brand: brand.name });
      if (link) await mail.send({ to: email, locale, key, subject, text: text(link) });
    }
    await setReminder(db, checkoutId, false);
  };
}

/** Returns the name of the main product, with its device. */
function productName(main: Line, { quote, catalogue, locale }: OpenCheckout): string {
  const product = lineName(main, catalogue, locale);
  const device = quote?.lines.find((line) => line !== main && line.kind === "device");
  return device
    ? serverText(locale, "mail.reminder.withDevice", { product, device: lineName(device, catalogue, locale) })
    : product;
}
