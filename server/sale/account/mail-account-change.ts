import { randomUUID } from "node:crypto";
import type { Locale } from "#core/text/locale.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { MailPort } from "#server/platform/mail-and-sms.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import type { Brand } from "#server/shop/brand/brand.ts";

/** A login method that has changed. */
export type AccountChange = "password" | "passkeyAdded" | "passkeyRemoved";

/** Returns the job that notifies an account's owner of a change by e-mail. */
export const accountChangeJob = (email: string, locale: Locale, change: AccountChange) =>
  ({ name: "mail-account-change", payload: { id: randomUUID(), email, locale, change } }) as const;

/** Notifies an account's owner that a login method has changed, and says what to do if it was somebody else. */
export function mailAccountChange({
  mail,
  brand,
}: {
  readonly mail: MailPort;
  readonly brand: Pick<Brand, "name" | "phone" | "email">;
}): Task<"mail-account-change"> {
  return async ({ id, email, locale, change }) => {
    await mail.send({
      to: email,
      locale,
      key: `account-change:${id}`,
      subject: serverText(locale, "mail.accountChange.subject", { brand: brand.name }),
      text: [
        serverText(locale, `mail.accountChange.${change}`),
        serverText(locale, "mail.accountChange.notYou"),
        serverText(locale, "mail.help", { phone: brand.phone, email: brand.email }),
        `${serverText(locale, "mail.closing")}\n${brand.name}`,
      ].join("\n\n"),
    });
  };
}
