import { useEffect, useState } from "react";
import { LiveRegion } from "./LiveRegion.tsx";

/** Delay before a message is removed, in ms. Otherwise screen readers could find it when it no longer applies. */
const CLEAR_AFTER_MS = 5000;
/** Delay before a message is set, in ms. Screen readers announce only changes, so the old message is removed first. */
const ANNOUNCE_DELAY_MS = 100;

let show: ((message: string) => void) | null = null;

/** The page's live region, for messages that screen readers would otherwise not announce. */
export function Announcer() {
  const [message, setMessage] = useState("");
  useEffect(() => {
    show = setMessage;
    return () => {
      show = null;
    };
  }, []);
  useEffect(() => {
    if (message === "") return;
    const clear = () => setMessage("");
    const timer = setTimeout(clear, CLEAR_AFTER_MS);
    // The input may fix the error that the message reports.
    document.addEventListener("input", clear);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("input", clear);
    };
  }, [message]);
  return <LiveRegion message={message} />;
}

/**
 * Announces a message, even if it equals the previous one. `message` is called after a short delay, so that it can read
 * from the rendered page.
 */
export function announce(message: () => string): void {
  show?.("");
  setTimeout(() => show?.(message()), ANNOUNCE_DELAY_MS);
}
