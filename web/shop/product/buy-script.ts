import { hasNoAnswer, isWorthRetrying, type Failure } from "#web/api/failure.ts";
import { startCheckout } from "#web/checkout/start.ts";
import { splitLocale } from "#core/text/locale.ts";
import { afterPaint } from "#web/kit/paint.ts";
import type { CheckoutRecord } from "#web/session/draft.ts";
import { isStoring } from "#web/session/storage.ts";
import { createQueue } from "./queue-script.ts";
import { QUEUE_DIALOG } from "./QueueDialog.tsx";
import { FAILURE_DIALOG, STATUS, type FailureTexts } from "./FailureDialog.tsx";

/**
 * Starts the checkout with a call instead of submitting the form, so that this page can report a lost connection in a
 * dialog; otherwise the browser would show its error page. A press before this script has loaded submits the form.
 * Returns a function that presses the button and then leaves no entry of this page in the history; null if the page has
 * no button.
 */
export function startBuying(form: HTMLFormElement): (() => void) | null {
  const button = form.querySelector<HTMLButtonElement>("button[data-busy]");
  const dialog = document.getElementById(FAILURE_DIALOG);
  const queueDialog = document.getElementById(QUEUE_DIALOG);
  if (!button || !(dialog instanceof HTMLDialogElement) || !(queueDialog instanceof HTMLDialogElement)) return null;
  const label = button.textContent;
  let running = false;
  let leavesNoEntry = false;

  const show = (busy: boolean) => {
    running = busy;
    const resume = queue.kept() ? button.dataset["resume"] : null;
    button.textContent = (busy ? button.dataset["busy"] : resume) ?? label;
    button.ariaDisabled = busy ? "true" : null;
  };

  const queue = createQueue(queueDialog, { ask: () => void begin(), onClose: () => show(false) });

  /** Asks for a checkout with the form's record, and with the ticket of the place if there is one. */
  const begin = async (): Promise<void> => {
    const record = textOf(form, "record") ?? "";
    const ticket = queue.kept()?.ticket ?? textOf(form, "ticket");
    const { locale } = splitLocale(location.pathname);
    const started = await startCheckout(JSON.parse(record) as CheckoutRecord, locale, {
      ticket,
      source: textOf(form, "source"),
    });
    // The shopper has closed the queue's dialog meanwhile.
    if (!running) return;
    if (started.ok) {
      queue.finish();
      return leavesNoEntry ? location.replace(started.value) : location.assign(started.value);
    }
    const { failure } = started;
    if (failure.kind === "queued") return queue.wait(record, failure);
    if (queue.isOpen && isWorthRetrying(failure)) return queue.lost();
    queue.finish();
    show(false);
    openFailure(dialog, failure);
  };

  const buy = async (): Promise<void> => {
    if (running) return;
    show(true);
    await afterPaint();
    await begin();
  };

  /** Queues again after a reload, or after a press before this script was loaded. */
  const queueAgain = (): void => {
    const place = queue.kept();
    for (const choice of form.querySelectorAll<HTMLInputElement>("input[type=radio][name=record]"))
      if (choice.value === place?.record) choice.checked = true;
    show(false);
    if (isStoring() && (place?.open || form.querySelector("input[name=ticket]"))) void buy();
  };
  queueAgain();

  form.addEventListener("submit", (event) => {
    // Without storage, the form is submitted, so that the server passes the checkout to the next page.
    if (!isStoring()) return;
    event.preventDefault();
    void buy();
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "retry") void buy();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  // When the shopper goes back from the checkout, the browser can restore this page as it was, still busy.
  addEventListener("pageshow", (event) => {
    if (event.persisted) show(false);
  });
  return () => {
    if (queue.kept()) return;
    leavesNoEntry = true;
    void buy();
  };
}

/** The value of the form's field `name`; null if the form has no such field. */
function textOf(form: HTMLFormElement, name: string): string | null {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : null;
}

function openFailure(dialog: HTMLDialogElement, failure: Failure): void {
  const texts = JSON.parse(dialog.dataset["texts"] ?? "{}") as FailureTexts;
  const [title, text] = failureTextsOf(failure, texts);
  const [heading, paragraph] = [dialog.querySelector("h2"), dialog.querySelector("p")];
  if (heading) heading.textContent = title;
  if (paragraph) paragraph.textContent = text;
  dialog.returnValue = "";
  dialog.showModal();
}

function failureTextsOf(failure: Failure, { network, title, text }: FailureTexts): readonly [string, string] {
  if (failure.kind === "network") {
    const words = network.texts[failure.key] ?? text;
    return [hasNoAnswer(failure) ? network.title : title, words.replace(STATUS, String(failure.number))];
  }
  if (failure.kind === "fieldErrors") return [title, Object.values(failure.errors)[0] ?? text];
  return [title, ("message" in failure && failure.message) || text];
}
