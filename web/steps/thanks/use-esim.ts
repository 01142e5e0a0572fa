import { useEffect, useState } from "react";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { call } from "#web/api/call.ts";

export type EsimState =
  | AnswerOf<"esim">
  /**
   * `idle`: not requested, or hidden again; `late`: still not ready after the last poll; `login`: the login has ended.
   */
  | { readonly state: "idle" | "loading" | "late" | "login" | "error" };

/** Increasing delays between polls, in ms. After the last one, the shopper can request the code again. */
const POLL_DELAYS_MS = [1500, 2000, 3000, 4000, 5000, 8000, 10_000, 10_000, 15_000, 15_000, 20_000, 30_000] as const;

/**
 * Fetches the activation code on demand. Polls while it is being prepared, if the page is visible. The code is never
 * stored in the browser.
 */
export function useEsim(): { readonly esim: EsimState; readonly show: () => void; readonly hide: () => void } {
  const [esim, setEsim] = useState<EsimState>({ state: "idle" });
  const [tries, setTries] = useState(0);
  const polling = esim.state === "loading" || esim.state === "preparing";

  useEffect(() => {
    if (!polling) return;
    let active = true;
    const poll = async () => {
      const result = await call("esim", { body: {} });
      if (!active) return;
      if (!result.ok) {
        const login = result.failure.kind === "message" && result.failure.status === 401;
        return setEsim({ state: login ? "login" : "error" });
      }
      const late = result.value.state === "preparing" && tries >= POLL_DELAYS_MS.length;
      setEsim(late ? { state: "late" } : result.value);
      setTries((count) => count + 1);
    };
    const whenVisible = () => {
      if (!document.hidden) void poll();
    };
    const timer = setTimeout(whenVisible, tries === 0 ? 0 : POLL_DELAYS_MS[tries - 1]);
    document.addEventListener("visibilitychange", whenVisible);
    return () => {
      active = false;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", whenVisible);
    };
  }, [polling, tries]);

  return {
    esim,
    show() {
      setTries(0);
      setEsim({ state: "loading" });
    },
    hide: () => setEsim({ state: "idle" }),
  };
}
