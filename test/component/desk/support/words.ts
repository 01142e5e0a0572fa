import account from "#locales/de/desk/account.json" with { type: "json" };
import checkouts from "#locales/de/desk/checkouts.json" with { type: "json" };
import failures from "#locales/de/desk/failures.json" with { type: "json" };
import frame from "#locales/de/desk/frame.json" with { type: "json" };
import login from "#locales/de/desk/login.json" with { type: "json" };
import orders from "#locales/de/desk/orders.json" with { type: "json" };
import publishing from "#locales/de/desk/publishing.json" with { type: "json" };
import sections from "#locales/de/desk/sections.json" with { type: "json" };
import stock from "#locales/de/desk/stock.json" with { type: "json" };
import waiting from "#locales/de/desk/waiting.json" with { type: "json" };

/** The desk's German texts: tests find elements by role and name. */
export const words = { account, checkouts, failures, frame, login, orders, publishing, sections, stock, waiting };
