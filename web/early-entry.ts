import { EARLY_PATHS } from "#contract/paths.ts";
import { splitLocale } from "#core/text/locale.ts";
import { isStep, type Step } from "#core/steps/steps.ts";
import { sendEarly } from "./api/early.ts";
import { prepareCall } from "./api/prepare.ts";
import { requestTo } from "./api/request.ts";
import { adoptStartedCheckout } from "./session/started-checkout.ts";
import { checkoutId, pageStep } from "./session/checkout-session.ts";
import { readDraft } from "./session/draft.ts";
import { isStoring } from "./session/storage.ts";
import { listCalls } from "./steps/configure/list-calls.ts";

// A small script that runs while the checkout's script is still loading. It sends the first calls of a step, so that
// the responses arrive together with the script instead of after it. Without storage, a checkout exists only in the
// main script's memory, so the main script itself adopts the started one.
if (isStoring()) adoptStartedCheckout();
const page = splitLocale(location.pathname).rest.split("/").pop() ?? "";
const id = checkoutId();
if (id !== null && isStep(page)) sendCallsOf(page, id);

function sendCallsOf(step: Step, checkout: string): void {
  void sendEarly(requestTo(EARLY_PATHS.prepare, prepareCall(step, pageStep() ?? step)));
  const { record } = readDraft(checkout);
  if (step !== "1" || record === null) return;
  for (const { name, options } of listCalls(record)) void sendEarly(requestTo(EARLY_PATHS[name], options));
}
