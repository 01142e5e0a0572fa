import type { CheckoutPage } from "#core/steps/steps.ts";
import type { Namespace } from "./app/text.ts";
import type { LinkPage } from "./site/paths.ts";

/** The text namespaces that each page rendered by the browser loads in addition to `common` and `checkout`. */
export const STEP_TEXTS: Readonly<Record<CheckoutPage | LinkPage, readonly Namespace[]>> = {
  "1": [],
  "2": ["cart"],
  "3": ["account", "fields"],
  "4": ["customer", "fields", "number"],
  "4a": ["customer", "fields", "address"],
  "5": ["customer", "fields", "identity", "price"],
  "6": ["customer", "payment", "price"],
  "7": ["customer", "order", "price"],
  "7p": ["customer", "payment", "price"],
  "password-reset": ["account", "fields"],
  order: ["order"],
  continue: ["order"],
  account: ["account", "fields"],
};
