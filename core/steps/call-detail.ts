import { isStep, type Step } from "./steps.ts";

/**
 * Refusals without a failure: a successful response reports them, or they are the reason why a step is closed. The
 * values are stored in the history of checkouts, so they must not change.
 */
export const REMARKS = {
  /** Credit was refused by a check or because of the operator's records. */
  creditRefused: "credit refused",
  /** The chosen goods are sold out. */
  noStock: "sold out",
  /** The chosen goods are no longer sold. */
  notSold: "not sold",
} as const;
export type RemarkedRule = keyof typeof REMARKS;

/** What the history of a checkout stores about a call, besides its name. */
export type CallDetail = {
  /** The requested step. */
  readonly step: Step | null;
  /** The step that the shopper was sent to instead. */
  readonly backTo: Step | null;
  readonly remark: RemarkedRule | null;
  /** The check that refused credit, such as `creditAgency`. */
  readonly check: string | null;
  /** The names of the fields that were refused. */
  readonly fields: readonly string[];
};

const BACK = "back to step ";

/** Returns a detail as it is stored; null if it is empty. */
export function writeCallDetail({ step, backTo, remark, check, fields }: Partial<CallDetail>): string | null {
  const parts = [
    step,
    ...(fields ?? []),
    backTo && BACK + backTo,
    remark && (check ? `${REMARKS[remark]} (${check})` : REMARKS[remark]),
  ].filter((part) => typeof part === "string");
  return parts.length > 0 ? parts.join(", ") : null;
}

export function readCallDetail(detail: string | null): CallDetail {
  const parts = detail === null ? [] : detail.split(", ");
  const step = parts.find(isStep) ?? null;
  const backTo = parts.find((part) => part.startsWith(BACK))?.slice(BACK.length) ?? "";
  const rules = Object.keys(REMARKS) as RemarkedRule[];
  const ruleOf = (part: string) => rules.find((rule) => part.startsWith(REMARKS[rule]));
  const remark = parts.find(ruleOf);
  const fields = parts.filter((part) => !isStep(part) && !part.startsWith(BACK) && !ruleOf(part));
  return {
    step,
    backTo: isStep(backTo) ? backTo : null,
    remark: remark === undefined ? null : (ruleOf(remark) ?? null),
    check: /\((\w+)\)$/.exec(remark ?? "")?.[1] ?? null,
    fields,
  };
}
