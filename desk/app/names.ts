import type { EndpointName } from "#contract/all-paths.ts";
import type { ExtensionCallName } from "#contract/shop/calls.ts";
import type { SentCall } from "#contract/paths.ts";
import { type Step, stepNumber } from "#core/steps/steps.ts";
import { insideName } from "#core/form/spelling.ts";
import { useTexts, type Texts } from "./texts.tsx";
import type { Failure } from "#desk/api/call.ts";
import { readNote } from "#core/order/record-notes.ts";
import type { Refused, WordedByDesk } from "#contract/refusals.ts";

/**
 * Returns a function that describes what a shopper did with a call, and at which step. A call that only another version
 * of the shop has is shown with its technical name.
 */
export function useCallName(): (call: EndpointName, step: Step | null) => string {
  const t = useTexts("orders");
  const stepName = useStepName();
  return (call, step) => {
    if (step !== null) return t(call === "prepare" ? "history.opened" : "history.sent", { step: stepName(step) });
    // The calls of extensions have no types here.
    const key = `calls.${call as Exclude<EndpointName, SentCall | ExtensionCallName>}` as const;
    return t.has(key) ? t(key) : call;
  };
}

const MINUTE_SECONDS = 60;

/** Returns a function that returns a failure's message. */
export function useFailureText(): (failure: Failure) => string {
  const t = useTexts("failures");
  return ({ name, retryAfter, hindrance, mistake }) => {
    if (name === "tooMany")
      return t("tooMany", { minutes: Math.ceil((retryAfter ?? MINUTE_SECONDS) / MINUTE_SECONDS) });
    if (name === "hindered" && hindrance) return t(`hindrances.${hindrance}`);
    if ((name === "passwordWeak" || name === "actRefused") && mistake) return mistake;
    return t(name === "hindered" ? "changed" : name);
  };
}

/**
 * Returns a function that returns a field's name as shown to shoppers, or its technical name if the desk has no other.
 */
export function useFieldName(): (name: string) => string {
  const t = useTexts("orders");
  return (name) => {
    const key = `fields.${insideName(name)}` as "fields.firstName";
    return t.has(key) ? t(key) : name;
  };
}

/**
 * Returns a description of an e-mail or text message on an order. `about`: its subject, such as `placed` or `transfer
 * scheduled`.
 */
export function messageAbout(about: string, t: Texts<"orders">): string {
  const key = about.startsWith("transfer ") ? `transfers.${about.slice("transfer ".length)}` : `about.${about}`;
  return t.has(key as "about.placed") ? t(key as "about.placed") : t("about.other");
}

/**
 * Returns a function that translates a recorded reason into the reader's language, if the shop itself has written it.
 */
export function useNoteText(): (reason: string) => string {
  const t = useTexts("frame");
  return (reason) => {
    const found = readNote(reason);
    // Each pattern finds exactly the values that its text needs, but the library's types cannot express that.
    return found === null ? reason : t(`notes.${found.note}`, found.values as never);
  };
}

/**
 * Returns a function that describes why a shopper was refused. A rule that only another version of the shop has is
 * shown with its technical name.
 */
export function useRefusalText(): (refused: Refused) => string {
  const t = useTexts("orders");
  return ({ rule, said }) => {
    const key = `refusals.${rule as WordedByDesk}` as const;
    return said ?? (t.has(key) ? t(key) : rule);
  };
}

/** Returns a function that returns a checkout step's number, if it has one, and the name that shoppers see. */
export function useStepName(): (step: Step) => string {
  const t = useTexts("frame");
  return (step) => [stepNumber(step), t(`steps.${step}`)].filter((part) => part !== null).join(" ");
}
