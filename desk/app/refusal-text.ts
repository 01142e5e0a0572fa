import type { Refused, WordedByDesk } from "#contract/refusals.ts";
import { useTexts } from "./texts.tsx";

/** Returns a function that says why a shopper was refused. A rule of another version is shown by its name. */
export function useRefusalText(): (refused: Refused) => string {
  const t = useTexts("orders");
  return ({ rule, said }) => {
    const key = `refusals.${rule as WordedByDesk}` as const;
    return said ?? (t.has(key) ? t(key) : rule);
  };
}
