import { startFrame } from "./app/frame-script.ts";
import { personNow } from "./session/person.ts";
import { followLink } from "./shop/link/link-script.ts";
import { startBuying } from "./shop/product/buy-script.ts";
import { showEnded } from "./shop/home/Ended.tsx";
import { showResume } from "./shop/resume/resume-script.ts";
import { fetchAhead } from "./shop/product/fetch-ahead.ts";

// The script of public pages, without React. It adds to their HTML, which also works without it.
startFrame(personNow);
showEnded();
showResume();
// The browser can restore this page from its back/forward cache, and the order may have been placed since.
addEventListener("pageshow", (event) => {
  if (event.persisted) showResume();
});
const form = document.querySelector<HTMLFormElement>("form[data-buy]");
if (form) {
  const buy = startBuying(form);
  fetchAhead(form);
  if (buy && form.dataset["link"] !== undefined) followLink(form, buy);
}
