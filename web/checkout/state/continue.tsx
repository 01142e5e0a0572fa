import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";

/** The id of the current step's form, which the summary's button submits from outside. */
export const STEP_FORM = "step-form";

type Continue = {
  readonly enabled: boolean;
  /** The label of the step's own button. */
  readonly label: string;
  /**
   * What the button waits for; null if it waits for nothing. It is marked as disabled but can be pressed, which leads
   * to what is missing.
   */
  readonly missing: string | null;
  /** The form is being sent. */
  readonly busy: boolean;
};
type Value = { readonly state: Continue | null; readonly set: (state: Continue | null) => void };
const ContinueContext = createContext<Value | null>(null);

export function ContinueProvider({ children }: { readonly children: ReactNode }) {
  const [state, set] = useState<Continue | null>(null);
  const value = useMemo(() => ({ state, set }), [state]);
  return <ContinueContext value={value}>{children}</ContinueContext>;
}

function useValue(): Value {
  const value = useContext(ContinueContext);
  if (!value) throw new Error("useContinue needs a ContinueProvider");
  return value;
}

/**
 * Sets the label and state of the summary's button for the current step's form. Uses an effect, because the button is
 * rendered before any form and remains the same element when a form appears.
 */
export function useContinue({ label, enabled, missing, busy }: Continue): void {
  const { set } = useValue();
  useEffect(() => {
    set({ label, enabled, missing, busy });
    return () => set(null);
  }, [set, label, enabled, missing, busy]);
}

/** Returns the values set by the current step's form; null while there is no form. */
export function useContinueState(): Continue | null {
  return useValue().state;
}

/** Resolves when the browser is online again. */
export function backOnline(): Promise<void> {
  return new Promise((resolve) => addEventListener("online", () => resolve(), { once: true }));
}

/** Calls the listener when the browser goes offline or online; returns a function that unsubscribes. */
export function subscribeToNetwork(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
