import { readNote } from "#core/order/record-notes.ts";
import { useTexts } from "./texts.tsx";

/** Returns a function that gives a recorded reason, with what the shop itself wrote into it in the reader's language. */
export function useNoteText(): (reason: string) => string {
  const t = useTexts("frame");
  return (reason) => {
    const found = readNote(reason);
    // Each shape finds the values of its text, which the library would want to see here.
    return found === null ? reason : t(`notes.${found.note}`, found.values as never);
  };
}
