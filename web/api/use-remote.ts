import { useEffect, useRef, useState } from "react";
import type { Result } from "./call.ts";

/**
 * What the server answers to a question, asked anew when its key changes; the old answer stays until the new one is
 * here. Undefined while the first answer is on its way; null when it failed twice: what it would have shown is an extra.
 * (TanStack Query, 7.5 kB, did no more for the lists of the checkout.)
 */
export function useRemote<T>(key: string | null, ask: () => Promise<Result<T>>): T | null | undefined {
  const [value, setValue] = useState<T | null>();
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (key === null) return;
    let here = true;
    const load = async () => {
      const first = await latest.current();
      const result = first.ok ? first : await latest.current();
      if (here) setValue((old) => (result.ok ? result.value : (old ?? null)));
    };
    void load();
    return () => {
      here = false;
    };
  }, [key]);
  return value;
}
