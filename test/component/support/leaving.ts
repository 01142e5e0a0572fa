import { afterEach } from "vitest";

let stop: (() => void) | null = null;
afterEach(() => stop?.());

/** Keeps the browser on this page; the returned function answers the address of the page that would have been loaded, or null. */
export function stayHere(): () => string | null {
  let address: string | null = null;
  const keep = (event: NavigateEvent) => {
    const { url, sameDocument } = event.destination;
    if (sameDocument) return;
    event.preventDefault();
    address = url;
  };
  navigation.addEventListener("navigate", keep);
  stop = () => navigation.removeEventListener("navigate", keep);
  return () => address;
}
