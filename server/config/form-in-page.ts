import { EXTENSIONS } from "#extensions/index.ts";
import type { Config } from "./settings.ts";

type WithForms = { readonly formsInPage?: readonly string[] };

/** Payment providers whose form is in the shop's page, from which it leads the whole window to the bank. */
const FORMS_IN_PAGE: ReadonlySet<string> = new Set([
  "sandbox-widget",
  ...(EXTENSIONS as readonly WithForms[]).flatMap(({ formsInPage = [] }) => formsInPage),
]);

/** Returns whether people pay in a form in the shop's page, and not on a page of the provider. */
export const hasFormInPage = ({ payment }: Pick<Config, "payment">): boolean => FORMS_IN_PAGE.has(payment.provider);
