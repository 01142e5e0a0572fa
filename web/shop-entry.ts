import { startFrame } from "./app/frame-script.ts";
import { startBuying } from "./shop/product/buy-script.ts";
import { fetchAhead } from "./shop/product/fetch-ahead.ts";

// The script of public pages, without React: it adds to what their HTML does by itself.
startFrame();
const form = document.querySelector<HTMLFormElement>("form[data-buy]");
if (form) {
  startBuying(form);
  fetchAhead(form);
}
