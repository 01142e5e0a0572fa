import type { Failure } from "#web/api/failure.ts";
import { privateStorage } from "#web/session/storage.ts";
import { LEAVE } from "./QueueDialog.tsx";

type Queued = Extract<Failure, { readonly kind: "queued" }>;

/** A shopper's place in a queue, kept in this tab. */
type Kept = {
  /** The page of the product. */
  readonly path: string;
  /** The record as the form sends it. */
  readonly record: string;
  readonly ticket: string;
  /** How many shoppers were in front at first. */
  readonly first: number;
};

/** How long to wait before asking again when the server was not reached, in ms. */
const LOST_MS = 5000;
/** Browsers must not all ask at the same moment, so each adds up to this share of its wait. */
const SPREAD = 0.2;

/** The record to begin with, and the ticket of the shopper's place, if there is one. */
export type Place = { readonly record: string; readonly ticket: string | null };

/**
 * Controls the dialog that shows a shopper's place. `ask` sends the request again; `onClose` is called when the shopper
 * closes the dialog. The place is kept, unless the shopper leaves the queue.
 */
export function createQueue(
  dialog: HTMLDialogElement,
  { ask, onClose }: { readonly ask: (place: Place) => void; readonly onClose: () => void },
) {
  const [status, progress] = [dialog.querySelector("[role=status]"), dialog.querySelector("progress")];
  const title = document.title;
  let timer = 0;

  const kept = (): Kept | null => {
    try {
      const stored = JSON.parse(privateStorage.read("queue") ?? "null") as Kept | null;
      return stored?.path === location.pathname ? stored : null;
    } catch {
      return null;
    }
  };

  function end(): void {
    clearTimeout(timer);
    document.title = title;
  }

  function askIn(ms: number, place: Place): void {
    clearTimeout(timer);
    timer = window.setTimeout(() => ask(place), ms * (1 + Math.random() * SPREAD));
  }

  function show(text: string): void {
    if (status && status.textContent !== text) status.textContent = text;
    if (dialog.open) return;
    dialog.returnValue = "";
    dialog.showModal();
  }

  dialog.addEventListener("close", () => {
    if (dialog.returnValue === LEAVE) privateStorage.remove("queue");
    end();
    onClose();
  });

  return {
    /** The place that this tab has for the page's product; null if it has none. */
    kept,
    get isOpen() {
      return dialog.open;
    },
    /** Shows the place and asks again when the server has said. */
    wait(record: string, { ticket, before, message, retryAfter }: Queued): void {
      const first = Math.max(before, kept()?.first ?? 0);
      const place: Kept = { path: location.pathname, record, ticket, first };
      privateStorage.write("queue", JSON.stringify(place));
      if (progress) progress.value = 1 - before / (first + 1);
      document.title = `(${before + 1}) ${title}`;
      show(message);
      askIn(retryAfter * 1000, place);
    },
    /** Says that the server was not reached, and asks again. */
    lost(place: Place): void {
      show(dialog.dataset["lost"] ?? "");
      askIn(LOST_MS, place);
    },
    /** Gives up the place and closes the dialog, because the checkout has begun or cannot begin. */
    finish(): void {
      privateStorage.remove("queue");
      end();
      if (dialog.open) dialog.close(LEAVE);
    },
  };
}
