import { isStep, type Step } from "./steps.ts";

/**
 * Refusals that no failure names: they are reported in an answer that worked, or are why a step is closed. Each with
 * its words in the history of a checkout, of which earlier versions have written some, so they stay as they are.
 */
export const REMARKS = {
  /** Credit was refused, whether by a check or by the operator's records. */
  creditRefused: "credit refused",
  /** What was chosen is sold out. */
  noStock: "sold out",
  /** What was chosen is no longer sold. */
  notSold: "not sold",
} as const;
export type RemarkedRule = keyof typeof REMARKS;

/** What the history of a checkout has of a call, beside its name. */
export type CallDetail = {
  /** The step that was asked for. */
  readonly step: Step | null;
  /** The step that the shopper was sent to instead. */
  readonly backTo: Step | null;
  readonly remark: RemarkedRule | null;
  /** What refused credit, such as `creditAgency`. */
  readonly check: string | null;
  /** The names of the fields that were refused. */
  readonly fields: readonly string[];
};

const BACK = "back to step ";

/** The detail as it is kept; null if there is nothing to say. */
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
  const said = parts.find(ruleOf);
  const fields = parts.filter((part) => !isStep(part) && !part.startsWith(BACK) && !ruleOf(part));
  return {
    step,
    backTo: isStep(backTo) ? backTo : null,
    remark: said === undefined ? null : (ruleOf(said) ?? null),
    check: /\((\w+)\)$/.exec(said ?? "")?.[1] ?? null,
    fields,
  };
}
