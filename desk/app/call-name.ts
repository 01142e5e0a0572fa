import type { EndpointName, SentCall } from "#contract/paths.ts";
import type { Step } from "#core/steps/steps.ts";
import { useStepName } from "./step-name.ts";
import { useTexts } from "./texts.tsx";

/** Returns a function that says what a shopper did with a call, and at which step. A call of another version is shown by its own name. */
export function useCallName(): (call: EndpointName, step: Step | null) => string {
  const t = useTexts("orders");
  const stepName = useStepName();
  return (call, step) => {
    if (step !== null) return t(call === "prepare" ? "history.opened" : "history.sent", { step: stepName(step) });
    const key = `calls.${call as Exclude<EndpointName, SentCall>}` as const;
    return t.has(key) ? t(key) : call;
  };
}
