/** What the tests of extensions outside of this tree import as `kasse/kit` (docs/extensions.md). */
export { eventually } from "./eventually.ts";
export { paymentScenarios, type PlayedProvider, type Scenario } from "./payment.ts";
export { documentNumber, personForm, picture } from "./people.ts";
export { expectOk, NEW_PASSWORD, Shopper, type PaymentOutcome, type Reply } from "./shopper.ts";
export { startShop, type TestShop } from "./shop.ts";
