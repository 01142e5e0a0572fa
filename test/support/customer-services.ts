import { compose } from "./compose.ts";
import type { Locale } from "#core/text/locale.ts";
import { randomUUID } from "node:crypto";
import type { CustomerForm } from "#core/form/fields.ts";
import { toWire, type OnWire } from "#core/form/spelling.ts";
import { storedProfile, type Profile } from "#server/sale/identity/profile.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { issueToken } from "#server/sale/identity/tokens.ts";
import type { LimitName } from "#server/config/config.ts";
import { fail } from "#server/api/result.ts";
import type { CustomerSystems } from "#server/sale/customer/customer-systems.ts";
import { createCustomer } from "#server/sale/customer/create-customer.ts";
import { updateCustomer, validateCustomer } from "#server/sale/customer/steps.ts";
import { readBrand } from "#server/shop/brand/brand.ts";
import { handlerCall } from "./handler-call.ts";
import { SMART30 } from "./order-services.ts";
import { wholeForm } from "./people.ts";
import { paymentServices, type Visitor } from "./payment-services.ts";
import { changeCheckout, type CheckoutChange } from "#server/sale/checkout/queries.ts";

/** The answers of the operator's systems; a test can change one answer, or await something before it. */
type Systems = Pick<
  CustomerSystems,
  "findByEmail" | "checkTransfer" | "isDocumentUsed" | "isAddressBad" | "checkSolvency"
>;
const NOTHING_WRONG: Systems = {
  findByEmail: async () => null,
  checkTransfer: async () => ({ refused: [] }),
  isDocumentUsed: async () => false,
  isAddressBad: async () => false,
  checkSolvency: async () => ({ solvent: true }),
};

/** A shopper registered in a checkout, with a valid form for it. */
export type Registered = Visitor & { readonly email: string; readonly form: CustomerForm };

/**
 * Creates the services for calls of the customer form, on a database, with operator's systems that only record their
 * calls.
 */
export async function customerServices() {
  const shop = await paymentServices();
  const { sale } = shop;
  const brand = await readBrand("brands/alpenfon/brand.json");
  const asked: [keyof Systems, unknown][] = [];
  let answers: Systems = NOTHING_WRONG;
  const ask =
    <Name extends keyof Systems>(name: Name) =>
    (question: never): never => {
      asked.push([name, question]);
      return answers[name](question) as never;
    };
  const customers: CustomerSystems = {
    findByEmail: ask("findByEmail"),
    checkTransfer: ask("checkTransfer"),
    isDocumentUsed: ask("isDocumentUsed"),
    isAddressBad: ask("isAddressBad"),
    checkSolvency: ask("checkSolvency"),
    findByMsisdn: async () => null,
    checkPassword: async () => null,
  };
  let exceeded: string | null = null;
  const { limits } = shop.services;
  const services = compose({
    ...shop.services,
    brand,
    customers,
    esims: {},
    limits: {
      ...limits,
      take: (async (tries: object, address?: string) =>
        exceeded !== null && exceeded in tries
          ? { ...fail("tooMany", { retryAfter: 60 }), exceeded }
          : limits.take(tries as never, address)) as typeof limits.take,
    },
  });

  let people = 0;
  /** Registers a shopper in a checkout of this record, with a picture of the document. */
  async function registered(record: CheckoutRecord, change: CheckoutChange = {}): Promise<Registered> {
    const email = `person${(people += 1)}@example.ch`;
    const checkout = await sale.checkout(record);
    const documentId = randomUUID();
    await sale.query(
      "insert into documents (id, checkout_id, storage_key, key_id, bytes) values ($1, $2, $3, 'key', 1)",
      [documentId, checkout.id, documentId],
    );
    const known = { registeredEmail: email, registeredHash: "hash", documentId };
    await changeCheckout(sale.db, sale.needs, checkout, { ...known, ...change });
    // A person refused credit is recognised by birthday and home. All have the same home, so the birthdays differ.
    const born = { day: String(1 + (people % 28)), month: String(1 + (Math.floor(people / 28) % 12)) };
    return { checkoutId: checkout.id, token: null, email, form: { ...wholeForm(email), ...born } };
  }

  /** The same, with a form that is stored up to the address. */
  async function withForm(record: CheckoutRecord, change: CheckoutChange = {}): Promise<Registered> {
    const person = await registered(record);
    const checkout = await sale.reload(person.checkoutId);
    const stored = { form: person.form, formStage: "address", ...change } as const;
    await changeCheckout(sale.db, sale.needs, checkout, stored);
    return person;
  }

  /** Returns a shopper logged in to an account with this profile, with the whole form. */
  async function loggedIn(profile: Profile, record: CheckoutRecord = SMART30): Promise<Registered> {
    const person = await withForm(record);
    const email = `account-${person.email}`;
    const accountId = await sale.account(email);
    await sale.query("update accounts set profile = $2 where id = $1", [accountId, storedProfile(profile)]);
    const checkout = await sale.reload(person.checkoutId);
    await changeCheckout(sale.db, sale.needs, checkout, { accountId, registeredEmail: null });
    const token = await issueToken(sale.db, { accountId, checkoutId: null, device: null }, sale.clock.now);
    return { ...person, token, email, form: { ...person.form, email } };
  }

  type Sent = Partial<Record<keyof OnWire<CustomerForm> | "agbVersion", unknown>>;
  const call = ({ checkoutId, token, form }: Registered, sent: Sent, locale: Locale = "de") =>
    handlerCall<never>({ checkoutId, token, locale, body: { ...toWire(form), ...sent } } as never);
  return {
    ...shop,
    services,
    registered,
    withForm,
    loggedIn,
    /** The calls to the operator's systems since the last reset. */
    askedSystems: asked,
    reset(changed: Partial<Systems> = {}) {
      exceeded = null;
      asked.length = 0;
      answers = { ...NOTHING_WRONG, ...changed };
    },
    /** Makes this limit exceeded from now on, until the next reset. */
    exceed(limit: LimitName) {
      exceeded = limit;
    },
    validate: (person: Registered, sent: Sent = {}, locale: Locale = "de") =>
      validateCustomer(services)(call(person, sent, locale)),
    update: (person: Registered, sent: Sent = {}, locale: Locale = "de") =>
      updateCustomer(services)(call(person, sent, locale)),
    create: (person: Registered, sent: Sent = {}, locale: Locale = "de") =>
      createCustomer(services)(call(person, sent, locale)),
  };
}
export type CustomerServices = Awaited<ReturnType<typeof customerServices>>;

/** The answer of create-customer. */
export type Created = Awaited<ReturnType<CustomerServices["create"]>>;

/** Returns the token in an answer of create-customer; throws for a failure. */
export function tokenOf(created: Created): string {
  if (!created.ok) throw new Error(JSON.stringify(created));
  return created.value.body.token;
}
