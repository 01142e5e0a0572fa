import type { Clock } from "#server/platform/clock.ts";
import type { Limits } from "#server/api/limits.ts";
import type { Config } from "#server/config/config.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { FailuresOf } from "#contract/shop/calls.ts";
import { canonical } from "#core/text/canonical.ts";
import { addressErrors } from "#core/form/address-errors.ts";
import { documentErrors } from "#core/form/document-errors.ts";
import { personErrors } from "#core/form/person-errors.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import { ADDRESS_FIELDS, fieldsOf, pickFields } from "#core/form/form-fields.ts";
import { isOrderable } from "#core/form/locking.ts";
import { type Profile, isBusiness, PROFILE_PERSON } from "#server/sale/identity/profile.ts";
import type { Locale } from "#core/text/locale.ts";
import { runTogether, type Statement } from "#server/platform/database/statement.ts";
import type { AcceptedTerms } from "#server/sale/checkout/tables.ts";
import { accountToInsert, profileToUpdate } from "#server/sale/identity/accounts.ts";
import { issueToken, tokenToInsert } from "#server/sale/identity/tokens.ts";
import { LOGIN_AGAIN, type Checkouts } from "#server/sale/checkout/access.ts";
import { contractKey, takesPoBoxHere, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { emailOf, type Created } from "#server/sale/checkout/user.ts";
import { answerQuestion, dropQuestion } from "#server/sale/checkout/credit-checks.ts";
import { isUniqueViolation, type Database } from "#server/platform/database/database.ts";
import { type Call, type Handler } from "#server/api/call.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import type { EidPort } from "#server/sale/document/eid/port.ts";
import type { EidProofs } from "#server/sale/document/eid/verifications.ts";
import { documentHash } from "#server/sale/document/claims.ts";
import type { VoidOutdated } from "#server/sale/ledger/void-open-payments.ts";
import { reviewVersion } from "#server/sale/checkout/review-version.ts";
import { acceptedTerms } from "./accepted-terms.ts";
import type { CustomerChecks } from "./checks.ts";
import { mergeForm } from "./form.ts";
import type { MatchHolder } from "./holder-match.ts";
import { hasErrors, invalidFields, refuseOutdated, openForm, type OpenForm } from "./steps.ts";
import type { NumberHolds } from "./numbers.ts";
import { refusalOf } from "#server/sale/checkout/refusals.ts";
import type { CheckSimSwap } from "#server/sale/identity/sim-swap.ts";
import type { CheckSolvency, Solvency } from "./solvency.ts";
import { newId } from "#server/platform/ids.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";
import { isChanged } from "#server/sale/checkout/queries.ts";
import { deviceOf, type KnownBrowsers } from "#server/authentication/known-browser.ts";

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly customerChecks: CustomerChecks;
  readonly checkSolvency: CheckSolvency;
  readonly matchHolder: MatchHolder;
  readonly checkSimSwap: CheckSimSwap;
  readonly numberHolds: NumberHolds;
  readonly eidProofs: EidProofs;
  readonly voidOutdated: VoidOutdated;
  readonly knownBrowsers: KnownBrowsers;
  readonly limits: Limits<"customersPerAddress" | "customersPerCheckout" | "customersPerDocument">;
  /** Null if the shop only sells SIM cards. */
  readonly esims: object | null;
  readonly documentNumberKey: Buffer;
  readonly brand: Brand;
  readonly config: Pick<Config, "reviewDays">;
  readonly eid: Pick<EidPort, "replacesPicture"> | null;
};

/**
 * POST /create-customer: checks the whole form and, for a postpaid contract, the solvency; creates the account and its
 * token. For an existing customer without a token, only the same request sent again within five minutes is answered:
 * the checkout id alone never logs anyone in.
 */
export function createCustomer(services: Needs): Handler<"createCustomer"> {
  return async (call) => {
    const open = await openForm(services, call, "5");
    if (!open.ok) return open;
    const { checkout, form, token, context } = open.value;
    const device = deviceOf(call.headers["user-agent"]);
    const { locale } = call;
    if (checkout.account && token === null)
      return (await repeatedAnswer(services, { checkout, form, device, locale })) ?? LOGIN_AGAIN;
    if (!isReviewed(checkout, form, call.body.review)) return fail("reviewChanged");
    const { agbVersion } = call.body;
    // Computed once, so that the terms just checked are also recorded, even if others come into force in between.
    const accepted = { family: context.family, form, signedIn: checkout.locale };
    const terms = acceptedTerms(services.brand, accepted, locale, services.now());
    if (agbVersion && agbVersion !== terms.version) return fail("termsChanged");
    const business = isBusiness(checkout.account?.profile ?? null);
    const eid = services.eid && (await services.eidProofs.provenBy(checkout.id, form));
    const instead = eid !== null && services.eid?.replacesPicture === true;
    // Not `context.documentPresent`, because that can be true due to the e-ID of an earlier form.
    const documentPresent = checkout.documentId !== null || instead;
    const errors = {
      ...(business ? {} : { ...personErrors(form, context), ...addressErrors(form, context) }),
      ...documentErrors(form, { ...context, documentPresent }),
    };
    if (hasErrors(errors)) return invalidFields(errors);
    if (business && !isOrderable(form)) return INCOMPLETE_RECORD;
    const sent = { ...open.value, device, locale, terms, eid: eid && { ...eid, instead } };
    const created = await checkAndSave(services, sent, business, call);
    const answer = created.ok ? created : ((await answerToDuplicate(services, sent)) ?? created);
    if (answer.ok && token === null) services.knownBrowsers.remember(call, emailOf(checkout));
    return answer;
  };
}

/**
 * Returns whether the form and the rest of the checkout match what the shopper reviewed. A client without a review
 * sends no version.
 */
function isReviewed(checkout: OpenCheckout, form: CustomerForm, version: string | null | undefined): boolean {
  const sent = { ...checkout, form: mergeForm(checkout.form, form, "4a") };
  return !version || version === reviewVersion(sent);
}

/**
 * Returned as 406 if the customer base has no name or address for a business customer, because only the operator can
 * add them (decisions 4).
 */
const INCOMPLETE_RECORD = fail("refusedFields", { fields: { address: "refused.businessRecord" } });

/** Does not say which detail differs, because that would tell a stranger's data. */
const ANOTHER_HOLDER = fail("refusedFields", { fields: { mnpMsisdn: "refused.mnpMatch" } });

/** A thief who has a swapped SIM would also confirm the transfer with it. */
const SIM_SWAPPED = fail("refusedFields", { fields: { mnpMsisdn: "refused.mnpSwapped" } });

/** The form, with the device that the first token is for, and the language of the response. */
type DeviceForm = OpenForm & {
  readonly device: string | null;
  readonly locale: Locale;
  readonly terms: AcceptedTerms;
  readonly eid: AcceptedTerms["eid"] | null;
};

async function checkAndSave(
  services: Needs,
  open: DeviceForm,
  business: boolean,
  call: Pick<Call<"createCustomer">, "ip" | "locale">,
): Promise<Result<Created, FailuresOf<"createCustomer">>> {
  const { checkout, form, terms } = open;
  const { ip } = call;
  const attempts = {
    customersPerAddress: ip,
    customersPerCheckout: checkout.id,
    customersPerDocument: documentHash(services.documentNumberKey, form).toString("base64url"),
  };
  const allowed = await services.limits.take(attempts, ip);
  if (!allowed.ok) return allowed;
  const refusal = await askSystems(services, checkout, form, { business, call });
  if (!refusal.ok) return refusal;
  const sim = await checkSim(services, checkout, form, ip);
  if (!sim.ok) return sim;
  const matched = business ? null : await services.matchHolder(checkout, form, ip);
  const accepted = { ...terms, ...(matched && { holderMatch: matched }) };
  if (matched?.verdict === "differs") {
    // Kept, so that the same details sent again are refused without another paid question.
    if (!checkout.customerCreated) await services.checkouts.change(checkout, { terms: accepted });
    return ANOTHER_HOLDER;
  }
  const solvency = await services.checkSolvency(checkout, form, ip);
  if (!solvency.ok) return solvency;
  const { filledIn } = checkout;
  const proved = { ...(open.eid && { eid: open.eid }), ...(filledIn && { filledIn }) };
  return saveCustomer(services, open, form, { ...solvency.value, terms: { ...accepted, ...proved } });
}

/** Asks until the form is accepted: a customer who was created with the same number has passed. */
async function checkSim(
  { checkSimSwap }: Needs,
  checkout: OpenCheckout,
  { mnp, mnpMsisdn: msisdn }: CustomerForm,
  ip: string,
): Promise<Result<null, "refusedFields" | "tooMany" | "unavailable">> {
  const hasPassed = checkout.customerCreated !== null && checkout.form?.mnp && checkout.form.mnpMsisdn === msisdn;
  if (!mnp || hasPassed) return ok(null);
  const checked = await checkSimSwap({ msisdn, email: emailOf(checkout), ip, by: "transfer", checkoutId: checkout.id });
  if (checked.ok) return checked;
  const { failure } = checked;
  return failure.name === "simSwapped" ? SIM_SWAPPED : { ok: false, failure };
}

async function askSystems(
  services: Needs,
  checkout: OpenCheckout,
  form: CustomerForm,
  { business, call }: { readonly business: boolean; readonly call: Pick<Call<"createCustomer">, "ip" | "locale"> },
): Promise<Result<null, "refusedFields" | "badAddress" | "tooMany">> {
  if (!business) {
    const transfer = await services.customerChecks.transfer(form, { id: checkout.id, call });
    if (!transfer.ok) return transfer;
    const address = await services.customerChecks.address(form);
    if (!address.ok) return address;
    const number = await services.numberHolds.holdChosen(checkout, form, call.ip);
    if (!number.ok) return number;
  }
  return services.customerChecks.document(form, checkout.account?.id ?? null);
}

/** Thrown inside the transaction to roll it back; caught outside and returned as an expected failure. */
class CheckoutChanged extends Error {}

/** Writes account, token and checkout in one transaction. */
async function saveCustomer(
  services: Needs,
  { checkout, token, device, locale }: DeviceForm,
  form: CustomerForm,
  { solvent, answer, asked, terms }: Solvency & { readonly terms: AcceptedTerms },
): Promise<Result<Created, FailuresOf<"createCustomer">>> {
  try {
    const now = services.now();
    const accountId = checkout.account?.id ?? newId();
    const change = await services.checkouts.changeStatement(checkout, {
      accountId,
      form,
      formStage: "all",
      customerCreated: { contract: contractKey(checkout), solvent },
      solvency: answer,
      terms,
      locale,
    });
    const login = token === null ? tokenToInsert({ accountId, checkoutId: checkout.id, device }, now) : null;
    const account = checkout.account
      ? profileChange(checkout.account, checkout, form)
      : [
          accountToInsert({
            id: accountId,
            email: emailOf(checkout),
            passwordHash: checkout.registeredHash,
            profile: profileOf(form),
            now,
          }),
        ];
    await services.db.transaction().execute(async (tx) => {
      const more = [...(login ? [login.insert] : []), ...(asked && answer ? [answerQuestion(asked, answer)] : [])];
      const answers = await runTogether(tx, ...account, change, ...more);
      if (!isChanged(answers[account.length] ?? [])) throw new CheckoutChanged();
    });
    await services.voidOutdated(checkout);
    const created = { ...checkout, customerCreated: { contract: contractKey(checkout), solvent }, solvency: answer };
    return answerOf(services, created, token ?? login?.token ?? "", locale);
  } catch (error) {
    if (asked) await dropQuestion(services.db, asked);
    if (error instanceof CheckoutChanged) return refuseOutdated(services, checkout.id);
    if (isUniqueViolation(error, "accounts_email_key"))
      return fail("userExists", { username: readableEmail(emailOf(checkout)) });
    throw error;
  }
}

type Answer = ReturnType<typeof ok<Created>>;

/** Returns the token and, if the order would be put on hold, the reason and the alternatives on offer. */
function answerOf(services: Needs, checkout: OpenCheckout, token: string, locale: Locale): Answer {
  const held = checkout.customerCreated?.solvent === false;
  const refusal = held && refusalOf(services, checkout, checkout.solvency, locale);
  return ok({ body: { token }, ...(refusal && { refusal }) });
}

/**
 * Responds to the second of two identical requests, such as a double click. Returns null if no identical request has
 * succeeded.
 */
async function answerToDuplicate(
  services: Needs,
  { checkout: before, form, token, device, locale }: DeviceForm,
): Promise<Answer | null> {
  const checkout = await services.checkouts.load(before.id);
  if (!checkout || checkout.revision === before.revision) return null;
  if (token === null) return repeatedAnswer(services, { checkout, form, device, locale });
  const same = checkout.customerCreated !== null && canonical(checkout.form) === canonical(form);
  return same ? answerOf(services, checkout, token, locale) : null;
}

/** Issues another first token if the same form has created the customer a short time ago; otherwise null. */
async function repeatedAnswer(
  services: Needs,
  { checkout, form, device, locale }: Pick<DeviceForm, "checkout" | "form" | "device" | "locale">,
): Promise<Answer | null> {
  const { id, account, customerCreated, firstAnswerRepeats, form: stored } = checkout;
  if (!account || !customerCreated || !firstAnswerRepeats || canonical(stored) !== canonical(form)) return null;
  // The product has changed since, so the earlier response no longer applies.
  if (customerCreated.contract !== contractKey(checkout)) return null;
  const login = { accountId: account.id, checkoutId: id, device };
  return answerOf(services, checkout, await issueToken(services.db, login, services.now()), locale);
}

/**
 * Returns the update of an account's profile, if it differs. Only for accounts outside the customer base; for others,
 * the base is authoritative.
 */
function profileChange(
  account: NonNullable<OpenCheckout["account"]>,
  checkout: OpenCheckout,
  form: CustomerForm,
): readonly Statement<unknown>[] {
  const profile = profileOf({ ...form, poBox: form.poBox || unaskedPoBox(account.profile, checkout, form) });
  if (account.profile.userId || canonical(profile) === canonical(account.profile)) return [];
  return [profileToUpdate(account.id, profile)];
}

/** Returns the stored P.O. box, if the address is unchanged and this purchase does not ask for a P.O. box. */
function unaskedPoBox({ address }: Profile, checkout: OpenCheckout, form: CustomerForm): string {
  const isSame = ADDRESS_FIELDS.every((field) => address?.[field] === form[field]);
  return isSame && !takesPoBoxHere(checkout) ? (address?.poBox ?? "") : "";
}

/** Returns the profile from a form. Its address has no id, so it stays editable in later checkouts. */
function profileOf(form: CustomerForm): Profile {
  const delivery = Object.entries(pickFields(form, fieldsOf("delivery"))).filter(([, value]) => value !== "");
  return {
    phone: form.mobilePhone,
    contracts: [{ contractType: "Residential" }],
    person: pickFields(form, PROFILE_PERSON),
    address: { ...pickFields(form, ADDRESS_FIELDS), ...Object.fromEntries(delivery) },
  };
}
