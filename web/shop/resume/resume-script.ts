import type { Step } from "#core/steps/steps.ts";
import { flowOf, positionOf, type FlowStep } from "#web/checkout/state/flow.ts";
import { chf } from "#web/money/amounts.ts";
import { checkoutId } from "#web/session/checkout-session.ts";
import { isOld, readDraft, type CheckoutAnswer } from "#web/session/draft.ts";

/** Shows a link to the order that was started in this browser, if a checkout is stored; otherwise hides it. */
export function showResume(): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-resume]");
  const [amount, at] = [link?.querySelector("[data-amount]"), link?.querySelector("[data-at]")];
  if (!link || !amount || !at) return;
  const id = checkoutId();
  const draft = id === null ? null : readDraft(id);
  const { answer = null, page = null } = draft ?? {};
  link.hidden = !draft || !answer || !page || isOld(draft);
  if (!draft || !answer || !page) return;
  link.href = link.href.replace(/[^/]*$/, page);
  amount.textContent = chf(answer.postpaid ? answer.billing : answer.total);
  at.textContent = fill(link.dataset["resume"], {
    name: nameOf(answer, link.dataset["with"]),
    ...positionNumbersOf(page, flowOf(draft.record, answer, draft.business).steps),
  });
}

/** Returns the tariff's name, with that of the device bought with it. */
function nameOf({ items }: CheckoutAnswer, pattern: string | undefined): string {
  const name = Object.values(items[0] ?? {})[0]?.name ?? "";
  const device = items.find((item) => item.device)?.device?.name;
  return device === undefined ? name : fill(pattern, { name, device });
}

/** Returns the two numbers of "step 2 of 5", as the checkout counts. Pages after the last step count as that step. */
function positionNumbersOf(
  page: Step,
  steps: readonly FlowStep[],
): { readonly number: string; readonly count: string } {
  const number = Math.min(positionOf(page, steps) + 1, steps.length);
  return { number: String(number), count: String(steps.length) };
}

function fill(pattern = "", values: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (blank, name: string) => values[name] ?? blank);
}
