import type { FailuresOf } from "#contract/endpoints.ts";
import { canonical } from "#core/canonical.ts";
import { addressErrors, documentErrors, personErrors, type CustomerForm } from "#core/customer-form.ts";
import type { Profile } from "#core/profile.ts";
import { isBusiness } from "#core/profile.ts";
import { issueToken } from "#server/sale/identity/tokens.ts";
import { contractKey, factsOf, formContext, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { emailOf, type Created } from "#server/sale/checkout/user.ts";
import { changeCheckout } from "#server/sale/checkout/store.ts";
import { isUniqueViolation, type Handle } from "#server/platform/database/database.ts";
import type { Handler } from "#server/platform/http/call.ts";
import { fail, ok, type Result } from "#server/platform/http/result.ts";
import { voidOpenPayments } from "#server/sale/ledger/void-open-payments.ts";
import { checkAddress, checkDocument, checkTransfer, DOCUMENT_REFUSED, documentHash } from "./checks.ts";
import { hasErrors, openAgain, openForm, type OpenForm } from "./steps.ts";
import type { CustomerNeeds } from "./needs.ts";

/** POST /create-customer: checks everything, asks for solvency where it counts, and makes the account with its token. */
export function createCustomer(services: CustomerNeeds): Handler<"createCustomer"> {
  return async (call) => {
    const open = await openForm(services, call, "5");
    if (!open.ok) return open;
    const { checkout, form } = open.value;
    const business = isBusiness(checkout.account?.profile ?? null);
    const context = formContext(checkout, services.now());
    const errors = {
      ...(business ? {} : { ...personErrors(form, context), ...addressErrors(form) }),
      ...documentErrors(form, context),
    };
    if (hasErrors(errors)) return fail("invalidFields", { fields: errors });
    const refusal = await askSystems(services, checkout, form, business);
    if (!refusal.ok) return refusal;
    const solvent = await isSolvent(services, checkout, form);
    return saveCustomer(services, open.value, form, solvent);
  };
}

async function askSystems(
  services: CustomerNeeds,
  checkout: OpenCheckout,
  form: CustomerForm,
  business: boolean,
): Promise<Result<null, "refusedFields" | "badAddress">> {
  if (!business) {
    const transfer = await checkTransfer(services, form);
    if (!transfer.ok) return transfer;
    const address = await checkAddress(services, form);
    if (!address.ok) return address;
  }
  return checkDocument(services, form, checkout.account?.id ?? null);
}

/** Prepaid is not checked; an existing customer's standing is known; a new one is checked here (decisions 4). */
async function isSolvent(services: CustomerNeeds, checkout: OpenCheckout, form: CustomerForm): Promise<boolean> {
  if (checkout.quote?.postpaid === false) return true;
  if (checkout.account?.profile.solvent !== undefined) return factsOf(checkout, services.now()).solvent;
  const birthday = `${form.year}-${form.month.padStart(2, "0")}-${form.day.padStart(2, "0")}`;
  return services.customers.isSolvent({
    firstName: form.first_name,
    lastName: form.last_name,
    birthday,
    postalCode: form.postal_code,
  });
}

/** Thrown inside the transaction alone, to take back what was written; told as expected failures outside. */
class ChangedMeanwhile extends Error {}
class DocumentTaken extends Error {}

/** Account, document number, token and checkout are written together or not at all. */
async function saveCustomer(
  services: CustomerNeeds,
  { checkout, token }: OpenForm,
  form: CustomerForm,
  solvent: boolean,
): Promise<Result<Created, FailuresOf<"createCustomer">>> {
  try {
    const issued = await services.db.transaction().execute(async (tx) => {
      const accountId = checkout.account?.id ?? (await insertAccount(tx, checkout, form));
      if (checkout.account) await saveProfile(tx, checkout.account, form);
      if (!(await saveDocumentNumber(tx, form.idNo, accountId))) throw new DocumentTaken();
      const created = { contract: contractKey(checkout), solvent };
      const change = { accountId, form, formStage: "all", customerCreated: created } as const;
      const kept = await changeCheckout(tx, checkout, change, services.now());
      if (!kept) throw new ChangedMeanwhile();
      return token ?? (await issueToken(tx, accountId, checkout.id, services.now()));
    });
    await voidOpenPayments(services, checkout);
    return ok({ body: { token: issued } });
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return openAgain(services, checkout.id);
    if (error instanceof DocumentTaken) return DOCUMENT_REFUSED;
    if (isUniqueViolation(error, "accounts_email_key")) {
      return fail("userExists", { username: emailOf(checkout) });
    }
    throw error;
  }
}

async function insertAccount(tx: Handle, checkout: OpenCheckout, form: CustomerForm): Promise<string> {
  const account = await tx
    .insertInto("accounts")
    .values({
      email: emailOf(checkout),
      password_hash: checkout.registeredHash,
      profile: JSON.stringify(profileOf(form)),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return account.id;
}

/** What a customer of Kasse's own typed is what is known of them; the base knows its customers better. */
async function saveProfile(
  tx: Handle,
  account: NonNullable<OpenCheckout["account"]>,
  form: CustomerForm,
): Promise<void> {
  const profile = profileOf(form);
  if (account.profile.userId || canonical(profile) === canonical(account.profile)) return;
  await tx
    .updateTable("accounts")
    .set({ profile: JSON.stringify(profile) })
    .where("id", "=", account.id)
    .execute();
}

/** The address has no id of the register, so a later checkout leaves it open for editing. */
function profileOf(form: CustomerForm): Profile {
  const { salutation, first_name, last_name, day, month, year, mobilePhone, address, number, postal_code, city } = form;
  return {
    phone: mobilePhone,
    contracts: [{ contractType: "Residential" }],
    person: { salutation, first_name, last_name, day, month, year, mobilePhone },
    address: { address, number, postal_code, city },
  };
}

/** False when another customer has this document: two who race are told apart here, whatever the check before said. */
async function saveDocumentNumber(tx: Handle, idNo: string, accountId: string): Promise<boolean> {
  const saved = await tx
    .insertInto("document_numbers")
    .values({ number_hash: documentHash(idNo), account_id: accountId })
    .onConflict((conflict) =>
      conflict.column("number_hash").doUpdateSet((eb) => ({ number_hash: eb.ref("excluded.number_hash") })),
    )
    .returning("account_id")
    .executeTakeFirstOrThrow();
  return saved.account_id === accountId;
}
