import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";

/** The form of the current step; the button of the summary submits it from outside. */
export const STEP_FORM = "step-form";

type Continue = {
  readonly enabled: boolean;
  /** Undefined: "continue". */
  readonly label: string | undefined;
  /** Looks and reads as disabled, yet pressing it says what is missing. */
  readonly blocked: boolean;
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
 * The form of a step tells the summary what its button is called and whether it may be pressed. By an effect, for the
 * summary's button stands before any form does, and stays the same element when the form comes.
 */
export function useContinue({ label, enabled, blocked }: Continue): void {
  const { set } = useValue();
  useEffect(() => {
    set({ label, enabled, blocked });
    return () => set(null);
  }, [set, label, enabled, blocked]);
}

/** What the form of the current step said last; null while there is none. */
export function useContinueState(): Continue | null {
  return useValue().state;
}
