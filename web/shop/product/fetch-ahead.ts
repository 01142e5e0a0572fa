import { AHEAD_ELEMENT } from "#web/site/page.ts";

/** Time after loading during which the page itself has the network, in ms. */
const QUIET_MS = 1000;

/**
 * Fetches the files of the checkout before they are needed: when the shopper approaches the buy button, or else
 * `QUIET_MS` after the page has loaded. If the browser saves data, only the former applies.
 */
export function fetchAhead(form: HTMLElement): void {
  const text = document.getElementById(AHEAD_ELEMENT)?.textContent;
  if (!text) return;
  let fetched = false;
  const fetchAll = () => {
    if (fetched) return;
    fetched = true;
    for (const href of JSON.parse(text) as readonly string[]) {
      const link = document.createElement("link");
      link.rel = "prefetch";
      link.href = href;
      document.head.append(link);
    }
  };
  for (const interest of ["pointerenter", "pointerdown", "focusin"]) form.addEventListener(interest, fetchAll);
  const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  if (!savesData) whenLoaded(() => setTimeout(fetchAll, QUIET_MS));
}

function whenLoaded(action: () => void): void {
  if (document.readyState === "complete") action();
  else addEventListener("load", action, { once: true });
}
