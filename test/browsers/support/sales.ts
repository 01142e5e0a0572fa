import { newTransferNumber } from "../../support/transfer-number.ts";
import { de } from "../../../e2e/support/texts.ts";
import { INSOLVENT } from "../../support/insolvent.ts";
import { documentNumber } from "../../support/people.ts";
import { eventually, type Shop } from "../../support/shop.ts";
import { NEW_PASSWORD, storageOf } from "../../support/stored.ts";
import { walkTo, type Walk } from "../../support/walk.ts";
import type { Driver } from "./driver.ts";
import { Screen } from "./screen.ts";

const { account, address, checkout, customer, identity, number, payment, shop: window } = de;
const { fields } = customer;
const PICTURE = `${process.cwd()}/e2e/support/document.png`;

/** A shopper in a browser, with the actions of each step. */
export class Sale extends Screen {
  readonly shop: Shop;
  readonly email: string;

  constructor(driver: Driver, shop: Shop, email: string) {
    super(driver);
    this.shop = shop;
    this.email = email;
  }

  open(path: string): Promise<void> {
    return this.driver.open(this.shop.kasse.services.config.publicUrl + path);
  }

  /** Puts the shopper at a step, as if they had typed everything before it. */
  async openStep(step: Walk["step"], options: Omit<Walk, "step" | "locale" | "email">): Promise<void> {
    await this.open("/robots.txt");
    const stored = await walkTo(this.shop.shopper(), { ...options, step, locale: "de", email: this.email });
    const { both, local } = storageOf(stored);
    await this.driver.value(`Object.entries(${JSON.stringify(both)}).forEach(([key, value]) =>
      [localStorage, sessionStorage].forEach((storage) => storage.setItem(key, value)))`);
    await this.driver.value(`Object.entries(${JSON.stringify(local)}).forEach(([key, value]) =>
      localStorage.setItem(key, value))`);
    await this.open(`/checkout/${step}`);
  }

  /** Goes from a landing page to step 3. */
  async choose(path: string): Promise<void> {
    await this.open(path);
    await this.click("button", window.buy.button);
    await this.at(/\/checkout\/1$/);
    await this.click("button", checkout.steps["1"].go);
    await this.at(/\/checkout\/3$/);
  }

  async register(): Promise<void> {
    await this.click("radio", account.newHere);
    await this.fill(account.username, this.email);
    await this.fill(account.password, NEW_PASSWORD);
    await this.click("button", account.register);
    await this.at(/\/checkout\/4$/);
  }

  async person(): Promise<void> {
    const typed = { firstName: "Nora", lastName: "Beispiel", day: "14", month: "3", year: "1991" } as const;
    for (const [name, text] of Object.entries(typed)) await this.fill(fields[name as keyof typeof typed], text);
    await this.fill(fields.mobilePhone, "078 412 34 56");
  }

  async toAddress(): Promise<void> {
    await this.click("button", customer.person.go);
    await this.at(/\/checkout\/4a$/);
  }

  async address(): Promise<void> {
    await this.fill(address.search, "bahnhofstr 1 zür");
    await this.click("option", "Bahnhofstrasse 1, 8001 Zürich");
    await this.click("button", address.purchase);
    await this.at(/\/checkout\/5$/);
  }

  async document({ picture = true, terms = customer.terms.agree } = {}): Promise<void> {
    await this.fill(fields.idNo, documentNumber());
    await this.fill(fields.issuer, "Zürich");
    await this.fill(fields.issueDate, "1.5.2022");
    await this.fill(fields.validUntil, "30.04.2032");
    if (picture) await this.upload(PICTURE);
    await this.click("checkbox", terms);
  }

  async order(): Promise<void> {
    await this.click("button", customer.identity.order);
    await this.thanked();
  }

  async toProvider(): Promise<void> {
    await this.click("button", customer.identity.toPayment);
    await this.has("heading", "Zahlung");
  }

  async thanked(): Promise<void> {
    await this.has("heading", customer.thanks.title);
    await this.at(/\/checkout\/7$/);
  }
}

/** The eight sales of the full matrix. The second types everything; the others start at their first difference. */
export const SALES = {
  async "a device on instalments"(sale: Sale) {
    await sale.openStep("5", { path: "/device/SAENTISX" });
    await sale.document();
    await sale.order();
  },
  async "a postpaid SIM, typed from the landing page to the thank-you page"(sale: Sale) {
    await sale.choose("/mobile/SMART60");
    await sale.register();
    await sale.person();
    await sale.toAddress();
    await sale.address();
    await sale.document();
    await sale.order();
  },
  async "a device paid at once after a refusal"(sale: Sale) {
    await sale.openStep("5", { path: "/device/SAENTISX", form: INSOLVENT });
    await sale.document();
    await sale.click("button", customer.identity.order);
    await sale.click("button", identity.refusal.deviceInFull);
    await sale.toProvider();
    await sale.click("button", "Bezahlen");
    await sale.thanked();
  },
  async "prepaid, cancelled and then paid"(sale: Sale) {
    await sale.openStep("5", { path: "/mobile/PREPAID20" });
    await sale.document();
    await sale.toProvider();
    await sale.click("button", "Abbrechen");
    await sale.at(/\/checkout\/6$/);
    await sale.sees(payment.outcome.cancelled);
    await sale.click("button", "bezahlen");
    await sale.click("button", "Bezahlen");
    await sale.thanked();
  },
  async "TV in advance, declined (Escape closes the dialog) and then paid"(sale: Sale) {
    await sale.openStep("5", { path: "/tv/277" });
    await sale.document({ picture: false, terms: customer.terms.agreeTv });
    await sale.toProvider();
    await sale.click("button", "Karte ablehnen lassen");
    await sale.becomes("document.querySelector('dialog:modal') !== null", true);
    await sale.driver.press("Escape");
    await sale.becomes("document.querySelector('dialog:modal') === null", true);
    await sale.sees(payment.outcome.declined);
    await sale.click("button", "bezahlen");
    await sale.click("button", "Bezahlen");
    await sale.thanked();
  },
  async "a customer who logs in by text message"(sale: Sale) {
    await sale.openStep("3", { path: "/mobile/SIMONLY20" });
    await sale.click("radio", account.known);
    await sale.click("tab", account.bySms);
    await sale.fill(account.phone, "078 400 00 01");
    await sale.click("button", account.sendCode);
    await sale.fill(account.code, await codeFor(sale.shop, "41784000001"));
    await sale.click("button", account.login);
    await sale.at(/\/checkout\/4$/);
    await sale.toAddress();
    await sale.click("button", address.purchase);
    await sale.document();
    await sale.order();
  },
  async "a business customer, who goes straight to the document"(sale: Sale) {
    await sale.openStep("3", { path: "/mobile/SIMONLY20" });
    await sale.click("radio", account.known);
    await sale.click("tab", account.byPassword);
    await sale.fill(account.username, "bruno.frei@example.ch");
    await sale.fill(account.password, "kasse-demo-2026");
    await sale.click("button", account.login);
    await sale.sees(account.businessAccount);
    await sale.click("button", account.continue);
    await sale.at(/\/checkout\/5$/);
    await sale.document();
    await sale.order();
  },
  async "a number that is brought along"(sale: Sale) {
    await sale.openStep("4", { path: "/mobile/SMART30" });
    await sale.click("radio", customer.number.transfer);
    await sale.fill(fields.mnpMsisdn, newTransferNumber().shown);
    await sale.click("radio", customer.number.Postpaid);
    await sale.person();
    await sale.click("checkbox", number.transfer.authority.tick);
    await sale.toAddress();
    await sale.address();
    await sale.document();
    await sale.order();
  },
} as const satisfies Record<string, (sale: Sale) => Promise<void>>;

/** Returns the code of the newest text message to a number. */
const codeFor = (shop: Shop, phone: string): Promise<string> =>
  eventually("the code arrives", async () => /\d{4,8}/.exec((await shop.messages(phone)).at(-1)?.text ?? "")?.[0]);
