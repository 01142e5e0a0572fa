import type { BodyOf } from "#contract/shop/calls.ts";
import type { Locale } from "#core/text/locale.ts";
import { isPrepaidFlow } from "#core/steps/steps.ts";
import { personForm, picture } from "./people.ts";
import { expectOk, type Shopper } from "./shopper.ts";
import type { Stored } from "./stored.ts";

/** The steps to which a shopper can be taken: 6 with a started payment, 7 with a placed order. */
type WalkedStep = "1" | "3" | "4" | "4a" | "5" | "6" | "7";

export type Walk = {
  readonly step: WalkedStep;
  /** The path of the landing page, without a language: `/mobile/SMART30`. */
  readonly path: string;
  /** Choices in addition to those of the landing page. */
  readonly record?: object;
  readonly locale: Locale;
  /** Registered from step 4 on. */
  readonly email: string;
  /** Additional fields of the form, as typed. */
  readonly form?: object;
  /** The e-mail of a demo customer who is logged in, instead of a new shopper. For steps 3 and 4. */
  readonly customer?: string;
};

/** The browser's stored data at a step, and the provider's page of a started payment. */
export type Walked = Stored & { readonly paymentPage?: string };

/**
 * Makes the calls of a browser on the way to a step, with valid data. Returns the data that the browser would have
 * stored.
 */
export async function walkTo(
  shopper: Shopper,
  { step, path, record: choices, locale, email, form: more = {}, customer }: Walk,
): Promise<Walked> {
  shopper.locale = locale;
  const [, kind = "", code = ""] = path.split("/");
  const product = await expectOk("product", shopper.call("product", undefined, { kind, code }));
  const record = { ...product.record, ...choices } as BodyOf<"checkout">;
  const answer = await shopper.choose(record);
  const draft = { record, answer: plain(answer), answerLocale: locale, page: step, at: Date.now() };
  if (step === "1") return { id: answer.id, pageStep: "1", draft };
  const prepaid = isPrepaidFlow({ type: record.type, postpaid: answer.postpaid });
  const atAccount = { id: answer.id, pageStep: prepaid ? "3" : "2", draft };
  if (customer !== undefined) {
    await expectOk("login", shopper.logIn(customer));
    const token = shopper.token ?? "";
    await expectOk("me", shopper.call("me", { token }));
    return step === "3"
      ? { ...atAccount, token }
      : { id: answer.id, pageStep: step, token, draft: { ...draft, account: customer, business: false } };
  }
  if (step === "3") return atAccount;

  await expectOk("register", shopper.register(email));
  const { body } = await shopper.prepare("4");
  const typed = {
    ...personForm(email),
    simType: body["esim"] ? "1" : "0",
    mnpMsisdn: "",
    mnpSubscriptionType: "Postpaid",
    mnpDate: "",
    mnpAuthority: false,
    newMsisdn: "",
    month: "3",
    mobilePhone: "078 412 34 56",
    address_id: "",
    terms: false,
    ...more,
  };
  const { address, number, postal_code, city, address_id, ...person } = withoutDocument(typed);
  const at = (form: object, saved: object) => ({
    id: answer.id,
    pageStep: step,
    draft: { ...draft, form, saved, account: email, business: false },
  });
  if (step === "4") return at({ ...more, email }, {});
  await expectOk("validate", shopper.call("validateCustomer", typed as never));
  if (step === "4a")
    return at({ ...person, address: "", number: "", postal_code: "", city: "", address_id: "" }, person);
  await expectOk("update", shopper.call("updateCustomer", typed as never));
  const whole = { ...person, address, number, postal_code, city, address_id };
  if (step === "5") return at(whole, whole);
  await expectOk("upload", shopper.upload(await picture()));
  await expectOk("create", shopper.createCustomer({ ...typed, terms: true }));
  const created = { ...at(whole, whole), ...(shopper.token && { token: shopper.token }) };
  if (step === "6") return { ...created, paymentPage: await beginPayment(shopper) };
  await expectOk("order", shopper.call("createOrder", {}));
  return created;
}

/** Starts the payment of a checkout with an amount due. Returns the URL of the provider's page. */
async function beginPayment(shopper: Shopper): Promise<string> {
  const begun = await expectOk("payment", shopper.call("prepareTransaction", {}));
  if (!("redirectUrl" in begun)) throw new Error("There is nothing to pay");
  return begun.redirectUrl;
}

/** Removes the proxies that record a test's reads. */
const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** Removes identifying data, which is never stored in a browser (ASVS 14.3.3). */
function withoutDocument<Form extends ReturnType<typeof personForm>>(form: Form) {
  const { idNo: _no, issueDate: _from, validUntil: _until, issuer: _issuer, ...rest } = form;
  return rest;
}
