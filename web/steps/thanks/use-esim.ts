import { useEffect, useState } from "react";
import type { AnswerOf } from "#contract/endpoints.ts";
import { call } from "#web/api/call.ts";

export type EsimState =
  | AnswerOf<"esim">
  /** `idle`: not asked for, or put away again; `late`: asked long enough; `login`: the login has ended. */
  | { readonly state: "idle" | "asking" | "late" | "login" | "error" };

/** Milliseconds between two questions, slower and slower; after the last one it is left to the shopper. */
const PAUSES = [1500, 2000, 3000, 4000, 5000, 8000, 10_000, 10_000, 15_000, 15_000, 20_000, 30_000] as const;

/**
 * Asks for the activation code when the shopper wants to see it, and again while it is being prepared, but only while the
 * page is looked at. It is kept nowhere but on the screen.
 */
export function useEsim(): { readonly esim: EsimState; readonly show: () => void; readonly hide: () => void } {
  const [esim, setEsim] = useState<EsimState>({ state: "idle" });
  const [tries, setTries] = useState(0);
  const asking = esim.state === "asking" || esim.state === "preparing";

  useEffect(() => {
    if (!asking) return;
    let here = true;
    const ask = async () => {
      const result = await call("esim", { body: {} });
      if (!here) return;
      if (!result.ok) {
        const login = result.failure.kind === "message" && result.failure.status === 401;
        return setEsim({ state: login ? "login" : "error" });
      }
      const late = result.value.state === "preparing" && tries >= PAUSES.length;
      setEsim(late ? { state: "late" } : result.value);
      setTries((count) => count + 1);
    };
    const whenLookedAt = () => {
      if (!document.hidden) void ask();
    };
    const timer = setTimeout(whenLookedAt, tries === 0 ? 0 : PAUSES[tries - 1]);
    document.addEventListener("visibilitychange", whenLookedAt);
    return () => {
      here = false;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", whenLookedAt);
    };
  }, [asking, tries]);

  return {
    esim,
    show() {
      setTries(0);
      setEsim({ state: "asking" });
    },
    hide: () => setEsim({ state: "idle" }),
  };
}
