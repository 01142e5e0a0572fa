import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { afterPaint } from "#web/kit/paint.ts";
import { Loader } from "#web/kit/Loader.tsx";
import { useMissing } from "#web/kit/load-part.ts";

type Busy = {
  /**
   * Runs an action while showing the loader, with `label` if it says what happens. Until it ends, further calls do
   * nothing and resolve to undefined.
   */
  readonly once: <T>(action: () => Promise<T>, label?: string) => Promise<T | undefined>;
  /** Runs an action while showing the loader; several can run at once. */
  readonly during: <T>(action: () => Promise<T>) => Promise<T>;
};
const BusyContext = createContext<Busy | null>(null);

/** Delay before the loader adds that this takes longer than usual, in ms. */
const SLOW_AFTER_MS = 6000;

/** Shows the full-screen loader during requests and ignores repeated presses. */
export function BusyProvider({ children }: { readonly children: ReactNode }) {
  const t = useTranslations("common");
  const [count, setCount] = useState(0);
  const [slow, setSlow] = useState(false);
  const [label, setLabel] = useState<string>();
  const missing = useMissing();
  const locked = useRef(false);

  const during = useCallback(async <T,>(action: () => Promise<T>): Promise<T> => {
    setCount((old) => old + 1);
    try {
      return await action();
    } finally {
      setCount((old) => old - 1);
    }
  }, []);

  const once = useCallback(
    async <T,>(action: () => Promise<T>, label?: string): Promise<T | undefined> => {
      if (locked.current) return undefined;
      locked.current = true;
      setLabel(label);
      try {
        return await during(async () => {
          await afterPaint();
          return action();
        });
      } finally {
        locked.current = false;
        setLabel(undefined);
      }
    },
    [during],
  );

  // While a part of the page cannot be loaded, a dialog says so, and the page stays usable.
  const running = count > 0 && missing === null;
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [running]);

  const busy = useMemo(() => ({ once, during }), [once, during]);
  return (
    <BusyContext value={busy}>
      {children}
      {running && <Loader label={slow ? t("slow") : (label ?? t("loading"))} />}
    </BusyContext>
  );
}

export function useBusy(): Busy {
  const busy = useContext(BusyContext);
  if (!busy) throw new Error("useBusy needs a BusyProvider");
  return busy;
}
