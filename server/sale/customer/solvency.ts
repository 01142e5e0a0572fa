import { setTimeout } from "node:timers/promises";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import { ruleOn, type Law } from "#core/law/law.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Limits } from "#server/api/limits.ts";
import { addressWords } from "#core/address/address-words.ts";
import { documentHash } from "#server/sale/document/claims.ts";
import { deriveKey, pseudonym } from "#server/platform/encryption/keys.ts";
import { allowedAlternatives, alternativesIn } from "#server/sale/checkout/alternatives.ts";
import { canonical } from "#core/text/canonical.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import type { SolvencyAnswer } from "#server/sale/checkout/tables.ts";
import { factsOf, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { ok, type Result } from "#server/api/result.ts";
import { emailOf } from "#server/sale/checkout/user.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { claimQuestion, dropQuestion, type Claim, type Question } from "#server/sale/checkout/credit-checks.ts";
import type { CustomerSystems } from "./customer-systems.ts";

const DAY_MS = 24 * 3_600_000;

/** Whether the customer can buy on account, and the result of the paid check, to be stored with the checkout. */
export type Solvency = {
  readonly solvent: boolean;
  readonly answer: SolvencyAnswer | null;
  /** The question that this request asked. Its result must be stored with the customer, or the question dropped. */
  readonly asked?: Question;
};

/**
 * How many times a request checks whether another request about the same person has its result, and the pause in
 * between in ms.
 */
const POLLING = { times: 300, pauseMs: 100 } as const;

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly law: Law;
  readonly customers: Pick<CustomerSystems, "checkSolvency">;
  readonly limits: Limits<"solvencyPerPerson" | "solvencyPerAddress" | "solvencyInAll">;
  readonly documentNumberKey: Buffer;
};

/**
 * Checks the solvency. Prepaid needs no check, and for an existing customer the result is known. A new customer is
 * checked once per person and checkout, because each check costs the operator money (decisions 4). A refusal counts
 * across checkouts for the number of days in the law's table `creditRefusal`. If a refused customer is solvent under
 * other details, a member of staff decides.
 */
export type CheckSolvency = (
  checkout: OpenCheckout,
  form: CustomerForm,
  ip: string,
) => Promise<Result<Solvency, "tooMany">>;

/** Creates the last check of `create-customer`. */
export function createSolvencyCheck(services: Needs): CheckSolvency {
  return (checkout, form, ip) => checkSolvency(services, checkout, form, ip);
}

async function checkSolvency(
  services: Needs,
  checkout: OpenCheckout,
  form: CustomerForm,
  ip: string,
): Promise<Result<Solvency, "tooMany">> {
  const known = checkout.solvency;
  if (checkout.quote?.postpaid === false) return ok({ solvent: true, answer: known });
  const facts = factsOf(checkout, services.now());
  if (facts.business || checkout.account?.profile.solvent !== undefined)
    return ok({ solvent: facts.solvent, answer: known });
  const birthday = `${form.year}-${form.month.padStart(2, "0")}-${form.day.padStart(2, "0")}`;
  const person = {
    firstName: form.firstName,
    lastName: form.lastName,
    birthday,
    postalCode: form.postalCode,
  };
  const hash = (what: object) => pseudonym(deriveKey(services.documentNumberKey, "solvency"), canonical(what));
  const key = hash(person);
  if (known?.person === key) return ok(verdictOn(checkout, known));
  const question = {
    id: hash({ person: key, checkout: checkout.id }),
    person: key,
    related: relatedTo(services.documentNumberKey, checkout, form).map(hash),
  };
  const claim = await claimOrWait(services, question);
  if (!claim.isMine) return ok(verdictOn(checkout, claim.answer));
  try {
    const wasRefused = claim.wasRefused || known?.solvent === false;
    const asked = await ask(services, person, { key, ip, refusal: claim.refusal, wasRefused });
    if (asked.ok) return ok({ ...verdictOn(checkout, asked.value), asked: question });
    await dropQuestion(services.db, question);
    if (asked.exceeded !== "solvencyPerPerson") return asked;
    // Somebody else might be using this name. A member of staff decides on the order, so that the name is not blocked.
    return ok({ ...verdictOn(checkout, { person: key, solvent: false }), answer: null });
  } catch (error) {
    await dropQuestion(services.db, question);
    throw error;
  }
}

type Person = Parameters<CustomerSystems["checkSolvency"]>[0];

/** Runs the check, unless it is known to have refused the person. */
async function ask(
  services: Needs,
  person: Person,
  { key, ip, refusal, wasRefused }: Refused & { readonly key: string; readonly ip: string },
) {
  if (refusal) return ok(refusal);
  const attempts = { solvencyPerPerson: key, solvencyPerAddress: ip, solvencyInAll: "" };
  const allowed = await services.limits.take(attempts, ip);
  if (!allowed.ok) return allowed;
  const verdict = await services.customers.checkSolvency(person);
  // Different details after a refusal can be a corrected typing error or another person's, so a member of staff
  // decides.
  const isChanged = verdict.solvent && wasRefused;
  return ok(isChanged ? { person: key, solvent: false, check: "changed" as const } : { ...verdict, person: key });
}

/**
 * Returns details by which a person is recognised who changes some of the others: the account; the birthday with the
 * home address, or with the names in any order and spelling; the document.
 */
function relatedTo(documentNumberKey: Buffer, checkout: OpenCheckout, form: CustomerForm): readonly object[] {
  // These names are part of the hash, so they must be the same in all versions.
  const { day, month, year, postalCode: postal_code, address, number } = form;
  const birthday = [year, month, day].map(Number);
  const names = addressWords(`${form.firstName} ${form.lastName}`).toSorted();
  return [
    { account: emailOf(checkout).toLowerCase() },
    { birthday, postal_code, home: addressWords(`${address} ${number}`) },
    { birthday, names },
    { document: documentHash(documentNumberKey, form).toString("base64url") },
  ];
}

/**
 * Claims the question, or waits for the result of another request that asked it first. Throws Unavailable if that takes
 * too long.
 */
async function claimOrWait({ db, law, now }: Needs, question: Question): Promise<Answered> {
  const { days } = ruleOn(law, "creditRefusal", formatDay(dayInZurich(now())));
  for (let poll = 0; poll < POLLING.times; poll += 1) {
    const at = now();
    const claim = await claimQuestion(db, question, { now: at, since: new Date(at.getTime() - days * DAY_MS) });
    if (claim.isMine) return claim;
    if (claim.answer) return { isMine: false, answer: claim.answer };
    await setTimeout(POLLING.pauseMs);
  }
  throw new Unavailable("solvency check: another request about the same person has no answer");
}
type Mine = Extract<Claim, { isMine: true }>;
type Refused = Pick<Mine, "refusal" | "wasRefused">;
type Answered = Mine | { readonly isMine: false; readonly answer: SolvencyAnswer };

/** Returns whether the customer can buy. A customer who is refused credit can still buy the permitted alternatives. */
function verdictOn({ checked, catalogue }: OpenCheckout, answer: SolvencyAnswer): Solvency {
  const allowed = allowedAlternatives(catalogue, answer.accepts ?? null);
  const solvent = answer.solvent || alternativesIn(checked, catalogue).some((each) => allowed.includes(each));
  return { solvent, answer };
}
