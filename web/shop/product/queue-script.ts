import type { Failure } from "#web/api/failure.ts";
import { splitLocale } from "#core/text/locale.ts";
import { privateStorage } from "#web/session/storage.ts";
import { LEAVE } from "./QueueDialog.tsx";

type Queued = Extract<Failure, { readonly kind: "queued" }>;

/** A shopper's place in a queue, kept in this tab. */
type Kept = {
  readonly ticket: string;
  /** The chosen record, as the form sends it. */
  readonly record: string;
  /** How many shoppers were in front at first. */
  readonly first: number;
  /** Whether the dialog is open. A shopper who closed it keeps the place, but goes on only with a press. */
  readonly open: boolean;
};

/** How long to wait before asking again when the server was not reached, in ms. */
const LOST_MS = 5000;
/** Browsers must not all ask at the same moment, so each adds up to this share of its wait. */
const SPREAD = 0.2;

/** Returns the places of this tab by the path of their product, which is the same in all languages. */
function readPlaces(): Readonly<Record<string, Kept>> {
  try {
    const stored: unknown = JSON.parse(privateStorage.read("queue") ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, Kept>) : {};
  } catch {
    return {};
  }
}

/**
 * Controls the dialog that shows a shopper's place. `ask` sends the request again; `onClose` is called when the shopper
 * closes the dialog. The place is kept, unless the shopper leaves the queue.
 */
export function createQueue(
  dialog: HTMLDialogElement,
  { ask, onClose }: { readonly ask: () => void; readonly onClose: () => void },
) {
  const status = dialog.querySelector<HTMLElement>("[role=status]");
  const progress = dialog.querySelector("progress");
  const path = splitLocale(location.pathname).rest;
  const title = document.title;
  let timer = 0;

  const kept = (): Kept | null => {
    const place = readPlaces()[path];
    return typeof place?.ticket === "string" ? place : null;
  };

  function keep(place: Kept | null): void {
    const { [path]: _, ...others } = readPlaces();
    privateStorage.write("queue", JSON.stringify(place ? { ...others, [path]: place } : others));
  }

  function end(): void {
    clearTimeout(timer);
    document.title = title;
  }

  function show(text: string, askAgainMs: number): void {
    if (status && status.textContent !== text) status.textContent = text;
    clearTimeout(timer);
    timer = window.setTimeout(ask, askAgainMs * (1 + Math.random() * SPREAD));
    if (dialog.open) return;
    dialog.returnValue = "";
    dialog.showModal();
  }

  dialog.addEventListener("close", () => {
    const place = kept();
    keep(place && dialog.returnValue !== LEAVE ? { ...place, open: false } : null);
    end();
    onClose();
  });

  return {
    /** The place that this tab has for the page's product; null if it has none. */
    kept,
    get isOpen() {
      return dialog.open;
    },
    /** Shows the place, and asks again when the server has said. */
    wait(record: string, { ticket, before, message, retryAfter }: Queued): void {
      const first = Math.max(before, Number(kept()?.first) || 0);
      keep({ ticket, record, first, open: true });
      if (progress) progress.value = 1 - before / (first + 1);
      document.title = `(${before + 1}) ${title}`;
      show(message, retryAfter * 1000);
    },
    /** Says that the server was not reached, and asks again. */
    lost(): void {
      show(dialog.dataset["lost"] ?? "", LOST_MS);
    },
    /** Gives up the place and closes the dialog, because the checkout has begun or cannot begin. */
    finish(): void {
      keep(null);
      end();
      if (dialog.open) dialog.close(LEAVE);
    },
  };
}
