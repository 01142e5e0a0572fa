import { takeEnded } from "#web/session/ended.ts";

/** Shows on the home page why the checkout that led here has ended. */
export function showEnded(): void {
  const place = document.querySelector<HTMLElement>("[data-ended]");
  const ended = place && takeEnded();
  const [title, text] = [place?.querySelector("strong"), place?.querySelector("span")];
  if (!ended || !title || !text) return;
  // Shown before it is filled in, so that screen readers announce it.
  place.hidden = false;
  title.textContent = ended.title;
  text.textContent = ended.text;
}
