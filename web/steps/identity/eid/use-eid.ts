import { useCallback, useEffect, useState } from "react";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { call } from "#web/api/call.ts";
import type { EidReading } from "./eid-secret.ts";

type Refusal = Extract<AnswerOf<"eidState">, { state: "refused" }>["reason"];

export type Verification =
  | { readonly state: "beginning" | "notBegun" }
  | { readonly state: "waiting"; readonly link: string; readonly secret: string; readonly until: number }
  | { readonly state: "refused"; readonly reason: Refusal };

/** Interval between two polls of the verification's state, in ms. */
const POLL_INTERVAL_MS = 2500;

/**
 * Starts the verification of an e-ID, and a new one on `renew`. Polls until it has ended, and immediately when the
 * shopper returns from the wallet app.
 */
export function useEid(onVerified: (reading: EidReading, secret: string) => void): {
  readonly verification: Verification;
  readonly renew: () => void;
} {
  const [verification, setVerification] = useState<Verification>({ state: "beginning" });
  const beginning = verification.state === "beginning";
  const secret = verification.state === "waiting" ? verification.secret : null;
  const until = verification.state === "waiting" ? verification.until : 0;

  useEffect(() => {
    if (!beginning) return;
    let active = true;
    void call("beginEid", { body: {} }).then((result) => {
      if (!active) return;
      if (!result.ok) return setVerification({ state: "notBegun" });
      const { link, secret: given, secondsLeft } = result.value;
      setVerification({ state: "waiting", link, secret: given, until: Date.now() + secondsLeft * 1000 });
    });
    return () => {
      active = false;
    };
  }, [beginning]);

  useEffect(() => {
    if (secret === null) return;
    let active = true;
    let running = false;
    const ask = async () => {
      if (running || document.hidden) return;
      running = true;
      const result = await call("eidState", { body: { secret } });
      running = false;
      if (!active || !result.ok) return;
      const answer = result.value;
      if (answer.state === "verified") onVerified(answer.reading, secret);
      else if (answer.state === "refused") setVerification(answer);
      else if (Date.now() > until) setVerification({ state: "refused", reason: "expired" });
    };
    const timer = setInterval(() => void ask(), POLL_INTERVAL_MS);
    const back = () => void ask();
    document.addEventListener("visibilitychange", back);
    return () => {
      active = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", back);
    };
  }, [secret, until, onVerified]);

  return { verification, renew: useCallback(() => setVerification({ state: "beginning" }), []) };
}
