import { describe, expect, test } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import type { Locale } from "#core/text/locale.ts";
import { priceRecord } from "#core/price/pricing.ts";
import { readRecord, type CheckoutRecord } from "#core/checkout-record/record.ts";
import { agreementOf, type AgreedOrder, type Agreement } from "#server/sale/confirmation/agreement.ts";
import { demoCatalogue, demoWith } from "../support/demo-catalogue.ts";
import { LAW } from "../support/law.ts";
import { SMART30, WITH_DEVICE } from "../support/order-services.ts";

type More = Partial<AgreedOrder> & {
  readonly catalogue?: Catalogue;
  readonly contract?: { readonly noticeDays: number; readonly withdrawalDays?: number };
  readonly locale?: Locale;
};

/** Returns the agreement of an order of this record. */
function agreed(record: CheckoutRecord, more: More = {}): Agreement {
  const { catalogue = demoCatalogue, contract = { noticeDays: 60, withdrawalDays: 0 }, locale = "de", ...order } = more;
  const read = readRecord(record, catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const shown = { quote: priceRecord(read.checked, catalogue), catalogueVersion: 1 };
  const plain = {
    createdAt: new Date("2026-11-23T10:00:00Z"),
    settlement: "nothing",
    payment: null,
    terms: null,
  } as const;
  return agreementOf(
    { ...plain, shown, customer: { simType: "0" }, ...order },
    { catalogue, brand: { contract }, law: LAW, locale },
  );
}
const linesOf = ({ lines }: Agreement) => lines.map(({ name, notes }) => [name, ...notes]);
const PREPAID = { type: "Tariff", tariff: "PREPAID20" } as const;
const TV = { type: "TV Tariff", tv_tariff: "TVS" } as const;
const DOWN_PAYMENT = demoWith("devices", WITH_DEVICE.mobile, { downPayment: 9900 });
const NO_WITHDRAWAL = "Für Bestellungen im Internet kennt das Schweizer Recht kein allgemeines Widerrufsrecht.";

const INSURED = "Versichert durch Beispiel Versicherung AG, Bern, Selbstbehalt CHF\u00a080.– je Schadenfall";

describe("the lines", () => {
  test("contain everything that binds, with the amounts", () => {
    const record = { ...WITH_DEVICE, bonus: true, tv_tariff: "TVS", tv_duration: 12, insurance: true } as const;
    const { lines, totals } = agreed(record, { catalogue: DOWN_PAYMENT });
    expect(lines).toEqual([
      {
        name: "SMART 60",
        notes: [
          "Mindestlaufzeit 24 Monate",
          "CHF\u00a039.90 pro Monat während 24 Monaten, danach CHF\u00a059.90",
          "als SIM-Karte",
        ],
        monthly: 3990,
        firstBill: 0,
        dueNow: 0,
      },
      {
        name: "Säntis X",
        notes: [
          "24 Raten zu CHF\u00a022.50, zusammen CHF\u00a0540.–",
          "Urheberrechtsabgabe CHF\u00a02.–, auf der ersten Rechnung",
          "Anzahlung CHF\u00a099.–",
        ],
        monthly: 2250,
        firstBill: 200,
        dueNow: 9900,
      },
      { name: "Geräteversicherung", notes: [INSURED], monthly: 690, firstBill: 0, dueNow: 0 },
      { name: "TV S", notes: ["TV-Bonus zum Abo, 12 Monate ohne Aufpreis"], monthly: 0, firstBill: 0, dueNow: 0 },
    ]);
    expect(totals).toEqual({ monthly: 6930, firstBill: 200, dueNow: 9900 });
  });

  test("name a reduction, with how long it lasts, and the total in which it ends", () => {
    const name = { de: "Gutschein SOMMER", en: "", fr: "Bon ÉTÉ", it: "", sr: "" };
    const reduction = {
      by: "vouchers",
      reference: "SUMMER",
      name,
      off: { amount: 500 },
      when: { months: 6 },
      on: null,
    } as const;
    const { lines, totals, terms } = agreed({ ...SMART30, reductions: [reduction] });
    expect(lines.at(-1)).toEqual({
      name: "Gutschein SOMMER",
      notes: ["während 6 Monaten"],
      monthly: -500,
      firstBill: 0,
      dueNow: 0,
    });
    expect(totals).toEqual({ monthly: 1990, firstBill: 4900, dueNow: 0 });
    expect(terms).toContain("Total über 24 Monate: CHF\u00a0616.60.");
    expect(linesOf(agreed({ ...SMART30, reductions: [reduction] }, { locale: "fr" })).at(-1)).toEqual([
      "Bon ÉTÉ",
      "pendant 6 mois",
    ]);
  });

  test("name the insurer, with the excess or without; no insurer if the catalogue has none", () => {
    const notes = (insurer: Catalogue["insurer"]) =>
      agreed({ ...WITH_DEVICE, insurance: true }, { catalogue: { ...demoCatalogue, insurer } }).lines[2]?.notes;
    expect(notes({ name: "Muster AG, Chur", excess: null })).toEqual(["Versichert durch Muster AG, Chur"]);
    expect(notes(undefined)).toEqual([]);
  });

  test("name the SIM once: on its own line, or on the tariff's", () => {
    expect(linesOf(agreed(SMART30, { customer: { simType: "1" } }))[0]).toContain("als eSIM");
    const simOnly = linesOf(agreed(PREPAID));
    expect(simOnly.flat().filter((text) => text.includes("SIM"))).toEqual(["SIM-Karte"]);
    expect(linesOf(agreed(PREPAID, { customer: { simType: "1" } })).flat()).toContain("eSIM");
    const quote = agreedQuoteWithSim();
    expect(linesOf(agreed(SMART30, { shown: { quote, catalogueVersion: 1 } }))).toEqual([
      ["SMART 30", expect.any(String), expect.any(String)],
      ["SIM-Karte"],
    ]);
  });

  test("state that a contract can be cancelled every month, and when its fee is due", () => {
    const monthly = { ...SMART30, binding: "182400002" } as const;
    expect(linesOf(agreed(monthly))[0]).toEqual([
      "SMART 30",
      "Ohne Mindestlaufzeit",
      "Aktivierung CHF\u00a049.–, auf der ersten Rechnung",
      "als SIM-Karte",
    ]);
    const now = demoWith("mobileTariffs", "SMART30", { activation: { amount: 4900, due: "now" } });
    expect(linesOf(agreed(SMART30, { catalogue: now }))[0]).toContain("Aktivierung CHF\u00a049.–, einmalig");
  });

  test("state that an offer has no fixed end", () => {
    const prices = [{ binding: "182400002", price: 1990, oldPrice: 2990 }] as const;
    const catalogue = demoWith("mobileTariffs", "SMART30", { prices });
    const [line] = linesOf(agreed({ ...SMART30, binding: "182400002" }, { catalogue }));
    expect(line).toContain("CHF\u00a019.90 statt CHF\u00a029.90 pro Monat");
  });

  test("state the duration of TV, and what is included", () => {
    expect(linesOf(agreed(TV))[0]).toEqual(["TV S", "Paket für 24 Monate", "Mindestlaufzeit 21 Monate"]);
    expect(linesOf(agreed({ type: "TV Tariff", tv_tariff: "277" }))).toEqual([
      ["TV 277", "12 Monate im Voraus, endet von selbst"],
      ["Set-Top-Box", "inbegriffen"],
    ]);
  });

  function agreedQuoteWithSim() {
    const read = readRecord(SMART30, demoCatalogue);
    if (!read.ok) throw new Error("It is sold");
    const quote = priceRecord(read.checked, demoCatalogue);
    const sim = { kind: "sIM", code: "sim", monthly: 0, firstBill: 0, dueNow: 0 } as const;
    return { ...quote, lines: [...quote.lines, sim] };
  }
});

describe("the labels", () => {
  test.each([
    ["nothing", "Jetzt"],
    ["paid", "Bezahlt"],
    ["due", "Noch zu bezahlen"],
    ["onBill", "Auf Rechnung"],
    ["refunded", "Geht an Sie zurück"],
    ["cancelled", "Entfällt"],
  ] as const)("contain the settlement of the amount: %s", (settlement, total) => {
    const { labels, sumLabel } = agreed(SMART30, { settlement });
    expect([labels, sumLabel]).toEqual([{ monthly: "Monatlich", firstBill: "Einmalig", dueNow: total }, "Total"]);
  });

  test("are in the customer's language", () => {
    expect(agreed(SMART30, { locale: "fr" }).labels.monthly).toBe("Par mois");
  });
});

describe("the terms", () => {
  const BOUND = "Kündigung mit 60 Tagen Frist, frühestens auf das Ende der Mindestlaufzeit; danach jederzeit.";

  test("state what was paid, how and when", () => {
    const payment = { id: "kasse-1", paid: { id: "wl-1", method: "VISA" }, paidAt: new Date("2026-11-22T23:30:00Z") };
    const of = (changed: object) =>
      agreed(PREPAID, { settlement: "paid", payment: { ...payment, ...changed } }).terms[0];
    expect(of({})).toBe("Bezahlt: CHF\u00a020.– am 23. November 2026, VISA, Referenz wl-1.");
    expect(of({ paid: { id: "wl-1", method: null } })).toBe(
      "Bezahlt: CHF\u00a020.– am 23. November 2026, online, Referenz wl-1.",
    );
    expect(of({ paid: null, paidAt: null })).toBe(
      "Bezahlt: CHF\u00a020.– am 23. November 2026, online, Referenz kasse-1.",
    );
  });

  test("state the amount still to be paid, the bill that includes it, or that nothing is due", () => {
    const first = (record: CheckoutRecord, settlement: AgreedOrder["settlement"]) =>
      agreed(record, { settlement }).terms[0];
    expect(first(PREPAID, "due")).toBe("CHF\u00a020.– sind noch nicht bezahlt.");
    expect(first(PREPAID, "onBill")).toBe(
      "CHF\u00a020.– stehen auf der ersten Rechnung: Im Voraus ist nichts zu bezahlen.",
    );
    expect(first(SMART30, "nothing")).toBe("Es ist nichts im Voraus zu bezahlen: Alles kommt auf die Rechnung.");
    expect(first({ type: "Tariff", tariff: "PREPAID0" }, "nothing")).toBe(
      "Für diese Bestellung ist nichts zu bezahlen.",
    );
  });

  test("are complete, in this order", () => {
    const terms = {
      version: "1",
      at: "2026-11-22T23:30:00Z",
      locale: "de",
      documents: [
        { code: "a", title: "AGB", url: "/a" },
        { code: "b", title: "Preisliste", url: "/b" },
      ],
    } as const;
    expect(agreed({ ...WITH_DEVICE, limit: 50 }, { catalogue: DOWN_PAYMENT, settlement: "due", terms }).terms).toEqual([
      "CHF\u00a099.– sind noch nicht bezahlt.",
      "Kostenlimite für Zusatzkosten: CHF\u00a050.– pro Monat.",
      BOUND,
      NO_WITHDRAWAL,
      "Alle Preise enthalten 8.1 % MWST: Monatlich CHF\u00a04.68, Einmalig CHF\u00a00.15, Noch zu bezahlen CHF\u00a07.42.",
      "Angenommen am 23. November 2026: AGB, Preisliste.",
    ]);
  });

  test("have a notice only for billed items, and a minimum term only if it is longer than a month", () => {
    expect(agreed(SMART30).terms).toContain(BOUND);
    expect(agreed({ ...SMART30, binding: "182400002" }).terms).toContain("Kündigung jederzeit mit 60 Tagen Frist.");
    expect(agreed(PREPAID, { settlement: "due" }).terms).toEqual([
      "CHF\u00a020.– sind noch nicht bezahlt.",
      NO_WITHDRAWAL,
      "Alle Preise enthalten 8.1 % MWST: Noch zu bezahlen CHF\u00a01.50.",
    ]);
  });

  test("state whether the order can be withdrawn", () => {
    expect(agreed(SMART30).terms).toContain(NO_WITHDRAWAL);
    expect(agreed(SMART30, { contract: { noticeDays: 30, withdrawalDays: 14 } }).terms).toEqual(
      expect.arrayContaining([
        "Kündigung mit 30 Tagen Frist, frühestens auf das Ende der Mindestlaufzeit; danach jederzeit.",
        "Sie können die Bestellung innert 14 Tagen widerrufen: Schreiben Sie uns oder rufen Sie an.",
      ]),
    );
  });

  test("contain the VAT in each amount, at the rate of the day of the order in Switzerland", () => {
    expect(agreed(SMART30).terms).toContain(
      "Alle Preise enthalten 8.1 % MWST: Monatlich CHF\u00a01.87, Einmalig CHF\u00a03.67.",
    );
    expect(agreed(SMART30, { createdAt: new Date("2023-12-31T22:59:00Z") }).terms).toContain(
      "Alle Preise enthalten 7.7 % MWST: Monatlich CHF\u00a01.78, Einmalig CHF\u00a03.50.",
    );
    expect(agreed(SMART30, { createdAt: new Date("2023-12-31T23:00:00Z") }).terms.join()).toContain("8.1 %");
    expect(agreed({ type: "Tariff", tariff: "PREPAID0" }).terms).toContain("Alle Preise enthalten 8.1 % MWST.");
  });

  test("state that the insurance has no VAT if it is exempt", () => {
    const record = { ...WITH_DEVICE, insurance: true } as const;
    const EXEMPT = "Die Versicherung ist von der MWST ausgenommen.";
    expect(agreed(record).terms).not.toContain(EXEMPT);
    const { terms } = agreed(record, { catalogue: { ...demoCatalogue, insuranceVatExempt: true } });
    expect(terms).toContain(EXEMPT);
    expect(terms).toContain("Alle Preise enthalten 8.1 % MWST: Monatlich CHF\u00a04.68, Einmalig CHF\u00a00.15.");
  });
});
