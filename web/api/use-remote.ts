import { useEffect, useRef, useState } from "react";
import type { Result } from "./call.ts";

/**
 * Loads data, and loads it again when `key` changes; the old value stays until the new one arrives. A null key loads
 * nothing. Returns undefined until the first response, and null if the first load failed twice, since callers can do
 * without the data. Used instead of TanStack Query, which would add 7.5 kB.
 */
export function useRemote<T>(key: string | null, ask: () => Promise<Result<T>>): T | null | undefined {
  const [value, setValue] = useState<T | null>();
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (key === null) return;
    let active = true;
    const load = async () => {
      const first = await latest.current();
      const result = first.ok ? first : await latest.current();
      if (active) setValue((old) => (result.ok ? result.value : (old ?? null)));
    };
    void load();
    return () => {
      active = false;
    };
  }, [key]);
  return value;
}
