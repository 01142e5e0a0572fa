import { expect, test } from "vitest";
import type { Confirmation } from "#server/sale/confirmation/facts.ts";
import { layOut } from "#server/sale/confirmation/layout.ts";
import type { Letterhead } from "#server/sale/confirmation/pdf.ts";
import { placesInPdf } from "../support/pdf.ts";

const BRAND = {
  name: "Alpenfon",
  legalName: "Alpenfon AG, Bern",
  phone: "0800 784 784",
  email: "info@alpenfon.example",
  colours: { accent: "#3d62f5", brand: "#0a1a3f", brand2: "#3d62f5" },
  pictures: { logo: null },
} as unknown as Letterhead;
const SHEET = { language: "de-CH", at: new Date("2026-11-28T09:00:00Z"), seller: "Verkäuferin:" };
/** The line above the footer, in points from the top of the page. */
const FOOTER = 782;
const SENTENCE =
  "Sie erhalten in den nächsten Tagen eine Mitteilung mit allen Angaben zu Ihrem Vertrag, zur Lieferung und zur Karte. ";
const LONG_NAME = " mit einem sehr langen Namen, der auf zwei Zeilen laufen muss, weil er so lang ist";

type Size = {
  readonly lines: number;
  readonly notes: number;
  readonly terms: number;
  readonly warnings: number;
  readonly sentences: number;
};

const confirmation = ({ lines, notes, terms, warnings, sentences }: Size) =>
  ({
    title: "Bestätigung",
    number: "K100001",
    date: "28. November 2026",
    recipient: ["Nora Beispiel", "Bahnhofstrasse 1", "8001 Zürich"],
    agreement: {
      lines: Array.from({ length: lines }, (_, index) => ({
        name: `Posten ${index + 1}${index % 3 === 0 ? LONG_NAME : ""}`,
        notes: Array<string>(notes).fill("Mindestdauer 24 Monate, danach monatlich kündbar"),
        monthly: 1090,
        firstBill: 4900,
        dueNow: 0,
      })),
      totals: { monthly: 100_000, firstBill: 4900, dueNow: 0 },
      labels: { monthly: "pro Monat", firstBill: "erste Rechnung", dueNow: "jetzt" },
      sumLabel: "Total",
      terms: Array<string>(terms).fill(SENTENCE),
    },
    nextTitle: "Wie es weitergeht",
    next: Array.from({ length: 4 }, (_, index) => ({
      title: `Schritt ${index + 1}`,
      when: "in 3 Tagen",
      text: SENTENCE.repeat(sentences),
    })),
    warnings: Array<string>(warnings).fill(SENTENCE),
  }) as unknown as Confirmation;

const SIZES: readonly Size[] = [
  ...[1, 2, 3, 4, 5, 8, 13].map((lines) => ({ lines, notes: 0, terms: 2, warnings: 0, sentences: 3 })),
  ...[2, 6, 7, 11, 20].map((lines) => ({ lines, notes: 3, terms: 4, warnings: 4, sentences: 3 })),
  ...[5, 9, 17].map((lines) => ({ lines, notes: 1, terms: 60, warnings: 4, sentences: 1 })),
  { lines: 3, notes: 0, terms: 2, warnings: 1, sentences: 60 },
];

test.each(SIZES)("no text passes the footer, and what belongs together is on one page: %j", async (size) => {
  const places = await placesInPdf(await layOut(confirmation(size), BRAND, SHEET));
  const last = places.at(-1)?.page ?? 0;
  const below = places.filter(({ y }) => y > FOOTER - 8);
  expect(below.map(({ page, text }) => `${page}: ${text}`)).toEqual([
    expect.stringMatching(new RegExp(`^${last}: Verkäuferin: Alpenfon AG`)),
  ]);
  for (let page = 1; page <= last; page++) {
    const own = places.filter((each) => each.page === page && each.y < FOOTER);
    const count = (text: string) => own.filter((each) => each.text.includes(text)).length;
    expect([page, count("Posten ")]).toEqual([page, count("10.90")]);
    const lowest = own.toSorted((one, other) => other.y - one.y)[0]?.text ?? "";
    expect([page, lowest]).toEqual([page, expect.not.stringMatching(/^(?:Schritt \d|Wie es weitergeht|in 3 Tagen)$/)]);
  }
});
