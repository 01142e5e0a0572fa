import { useEffect, useState } from "react";
import { LiveRegion } from "./LiveRegion.tsx";

/** Words stay for so many milliseconds: nobody should come across them later, when they no longer hold. */
const KEPT_FOR = 5000;
/** A screen reader hears a change: what it heard before goes first, and the new words come a moment later. */
const PAUSE = 100;

let show: ((message: string) => void) | null = null;

/** The page's live region for words that no movement of the focus has read out. */
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
    const timer = setTimeout(() => setMessage(""), KEPT_FOR);
    return () => clearTimeout(timer);
  }, [message]);
  return <LiveRegion message={message} />;
}

/** Says something, once what is about to be drawn stands there; the same words are said a second time too. */
export function announce(words: () => string): void {
  show?.("");
  setTimeout(() => show?.(words()), PAUSE);
}
