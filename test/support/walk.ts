import type { BodyOf } from "#contract/endpoints.ts";
import type { Locale } from "#core/locale.ts";
import { isPrepaidFlow } from "#core/steps.ts";
import { personForm } from "./people.ts";
import { expectOk, type Shopper } from "./shopper.ts";

/** The steps that a new shopper can be taken to. */
type WalkedStep = "1" | "3" | "4" | "4a" | "5";

export type Walk = {
  readonly step: WalkedStep;
  /** The landing page from which it is bought, without a language: `/mobile/SMART30`. */
  readonly path: string;
  /** Further choices than those of the landing page. */
  readonly record?: object;
  readonly locale: Locale;
  /** Registered from step 4 on. */
  readonly email: string;
  /** Further fields of the form, as somebody types them. */
  readonly form?: object;
};

/** What the browser keeps of a checkout (`web/session`). */
export type Stored = { readonly id: string; readonly pageStep: string; readonly draft: object };

/** Makes the calls that a browser makes on the way to a step, as a new shopper who types what is right. Returns what the browser would have kept. */
export async function walkTo(
  shopper: Shopper,
  { step, path, record: choices, locale, email, form: more = {} }: Walk,
): Promise<Stored> {
  shopper.locale = locale;
  const [, kind = "", code = ""] = path.split("/");
  const product = await expectOk("product", shopper.call("product", undefined, { kind, code }));
  const record = { ...product.record, ...choices } as BodyOf<"checkout">;
  const answer = await shopper.choose(record);
  const draft = { record, answer: plain(answer), answerLocale: locale, page: step, at: Date.now() };
  if (step === "1") return { id: answer.id, pageStep: "1", draft };
  const prepaid = isPrepaidFlow({ type: record.type, postpaid: answer.postpaid });
  if (step === "3") return { id: answer.id, pageStep: prepaid ? "3" : "2", draft };

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
  if (step === "4") return at({ email }, {});
  await expectOk("validate", shopper.call("validateCustomer", typed as never));
  if (step === "4a")
    return at({ ...person, address: "", number: "", postal_code: "", city: "", address_id: "" }, person);
  await expectOk("update", shopper.call("updateCustomer", typed as never));
  const whole = { ...person, address, number, postal_code, city, address_id };
  return at(whole, whole);
}

/** Without the proxies that note what a test looks at. */
const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** No browser stores what identifies somebody (ASVS 14.3.3). */
function withoutDocument<Form extends ReturnType<typeof personForm>>(form: Form) {
  const { idNo: _no, issueDate: _from, validUntil: _until, issuer: _issuer, ...rest } = form;
  return rest;
}
