/** What the tests of extensions outside of this tree import as `kasse/kit` (docs/extensions.md). */
export { DeskPerson } from "./desk-person.ts";
export { eventually } from "./eventually.ts";
export { paymentScenarios, type PlayedProvider, type Scenario } from "./payment.ts";
export { documentNumber, NEW_PASSWORD, personForm } from "./people.ts";
export { picture } from "./picture.ts";
export { expectOk, Shopper, type PaymentOutcome, type Reply } from "./shopper.ts";
export { startShop, type TestShop } from "./shop.ts";
