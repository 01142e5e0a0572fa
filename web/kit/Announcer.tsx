import { useEffect, useState } from "react";
import { LiveRegion } from "./LiveRegion.tsx";

/** Delay before a message is removed, in ms, so that it is not found later when it no longer applies. */
const CLEAR_AFTER_MS = 5000;
/** Delay before a message is set, in ms. Screen readers announce changes, so the old message is removed first. */
const ANNOUNCE_DELAY_MS = 100;

let show: ((message: string) => void) | null = null;

/** The page's live region, for messages that no focus change announces. */
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
    // Input might fix the mistake that the message is about.
    document.addEventListener("input", clear);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("input", clear);
    };
  }, [message]);
  return <LiveRegion message={message} />;
}

/**
 * Announces a message, even if it is the same as before. `message` is called after a short delay, so that it can read
 * from the rendered page.
 */
export function announce(message: () => string): void {
  show?.("");
  setTimeout(() => show?.(message()), ANNOUNCE_DELAY_MS);
}
