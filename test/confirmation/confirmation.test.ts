import { INSOLVENT } from "../support/insolvent.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PATHS } from "#contract/all-paths.ts";
import { API_PREFIX } from "#contract/paths.ts";
import { LOCALES } from "#core/text/locale.ts";
import { loadFonts } from "#server/sale/confirmation/fonts.ts";
import { drawPdf, written } from "#server/sale/confirmation/pdf.ts";
import { as } from "#server/sale/confirmation/pdf.ts";
import { readBrand } from "#server/shop/brand/brand.ts";
import { picture } from "../support/people.ts";
import { fontsOfPdf, structureOfPdf, textOfPdf } from "../support/pdf.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ jobs: true }), picture()]);
});
afterAll(() => shop.stop());

const PERSON = {
  first_name: "Živa",
  last_name: "Đurić-Küçük",
  mnp: 1,
  mnpMsisdn: "079 555 01 43",
  mnpSubscriptionType: "Prepaid",
  puk: "12345678",
};

async function buy(
  email: string,
  changes: object = {},
  mobile = "SAENTISX",
): Promise<{ shopper: Shopper; number: string }> {
  const shopper = shop.shopper();
  await shopper.choose({
    type: "Tariff",
    tariff: "SMART60",
    mobile,
    binding: "182400001",
    bundles: ["EU10"],
    limit: 100,
    insurance: 1,
  });
  // Earlier orders have ended the transfer of their number, which is the same.
  await shop.database.pool.query("delete from number_transfers");
  await shopper.becomeCustomer(email, image, { ...PERSON, ...changes });
  const { orderNumber } = await expectOk("order", shopper.call("createOrder", { billPayed: false }));
  await shop.database.pool.query("update orders set created_at = '2026-11-23T11:00:00Z' where number = $1", [
    orderNumber,
  ]);
  return { shopper, number: orderNumber };
}

async function download(shopper: Shopper, url = shop.url) {
  const response = await fetch(url + API_PREFIX + PATHS.confirmation[1], {
    headers: {
      locale: shopper.locale,
      ...(shopper.checkoutId && { checkoutId: shopper.checkoutId }),
      ...(shopper.token && { authorization: `Bearer ${shopper.token}` }),
    },
  });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

describe("the confirmation as PDF", () => {
  test("labels each piece of its text for screen readers", async () => {
    const { shopper, number } = await buy("pdf-tags@example.ch");
    const pieces = await structureOfPdf((await download(shopper)).bytes);
    for (const piece of [
      "P: Živa Đurić-Küçük",
      "H1: Ihre Bestellung",
      `P: Bestätigung ${number} · bestellt am 23. November 2026`,
      "Table TR TH: Monatlich",
      "Table TR TH P: SMART 60",
      "Table TR TD: CHF 39.90",
      "Table TR TH P: 24 Raten zu CHF 22.50, zusammen CHF 540.– · UrheberrechtsabgabeCHF 2.–, auf der ersten Rechnung",
      "H2: So geht es weiter",
      "H3: SIM-Karte",
    ])
      expect(pieces).toContain(`Root Document ${piece}`);
    expect(pieces.filter((piece) => !piece.startsWith("Root Document "))).toEqual([]);
  });

  test("is the same file at every download, also after another one", async () => {
    const [one, other] = [
      await buy("pdf-same1@example.ch", {}, "AARE5"),
      await buy("pdf-same2@example.ch", { last_name: "Beispiel" }, "AARE5"),
    ];
    const [first, between, again] = [
      await download(one.shopper),
      await download(other.shopper),
      await download(one.shopper),
    ];
    expect(Buffer.from(again.bytes).equals(first.bytes)).toBe(true);
    expect(Buffer.from(between.bytes).equals(first.bytes)).toBe(false);
  });

  test("states in German what was ordered, the costs, the VAT in them, and the next steps", async () => {
    const { shopper, number } = await buy("pdf1@example.ch");
    const { response, bytes } = await download(shopper);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const text = (await textOfPdf(bytes)).replace(/\s+/g, " ");
    for (const piece of [
      `Bestätigung ${number}`,
      "bestellt am 23. November 2026",
      "Živa Đurić-Küçük",
      "8001 Zürich",
      "SMART 60",
      "Mindestlaufzeit 24 Monate",
      "CHF 39.90",
      "Säntis X",
      "CHF 22.50",
      "Geräteversicherung",
      "Reisepaket Europa",
      "CHF 78.30",
      "CHF 2.–",
      // 78.30 − 78.30 / 1.081 and 2.00 − 2.00 / 1.081
      "Alle Preise enthalten 8.1 % MWST: Monatlich CHF 5.87, Einmalig CHF 0.15.",
      "Kostenlimite für Zusatzkosten: CHF 100.– pro Monat.",
      "voraussichtlich am Mittwoch, 25. November",
      "Sie behalten +41 79 555 01 43",
      "frühestens am Donnerstag, 26. November",
      "Kündigen Sie den bisherigen Vertrag nicht selbst",
      "SMS mit JA an 499",
      "Alpenfon AG, Postfach, 3000 Bern",
      "info@alpenfon.example",
    ])
      expect(text).toContain(piece);
  });

  test("states the same in Serbian, with all its letters", async () => {
    const { shopper } = await buy("pdf2@example.ch", { mnpSubscriptionType: "Postpaid" });
    shopper.locale = "sr";
    const text = await textOfPdf((await download(shopper)).bytes);
    for (const piece of [
      "Vaša porudžbina",
      "poručeno 23. novembra 2026.",
      "Đurić-Küçük",
      "Minimalno trajanje: 24 meseca",
      "CHF 78.30",
      "očekuje se u sredu, 25. novembra",
      "Vaš ugovorni partner",
    ])
      expect(text).toContain(piece);
    expect(text).not.toContain("499");
  });

  test("writes names with letters of Vietnam, Serbia and Greece in a font that has them, and other names in the usual font", async () => {
    const fonts = async (last_name: string, email: string) => {
      const { shopper } = await buy(email, { last_name });
      const { bytes } = await download(shopper);
      expect(await textOfPdf(bytes)).toContain(`Živa ${last_name}`);
      return fontsOfPdf(bytes);
    };
    const usual = ["Figtree-Bold", "Figtree-Regular"];
    expect(await fonts("Küçük-Şahin", "pdf-f1@example.ch")).toEqual(usual);
    expect(await fonts("Nguyễn", "pdf-f2@example.ch")).toEqual([...usual, "NotoSans-Regular"]);
    expect(await fonts("Јовановић Παπάς", "pdf-f3@example.ch")).toEqual([...usual, "NotoSans-Regular"]);
  });

  test("transliterates names whose script is in none of its fonts, and never draws a box", async () => {
    const name = "小明 محمد שרה สมชาย தமிழ் Արամ გიორგი አበበ 지민 さくら अर्जुन बेरीज़ O'Brien Žižek Nguyễn Јовановић";
    const fonts = await loadFonts();
    const { text, font } = written(`${name}\nBahnhofstrasse 1\n8001 Zürich`, fonts);
    expect(text).toContain(" Giorgi Ababa Jimin Sakura Arjun ");
    expect(text).toMatch(/^Xiao Ming [A-Z]\S* [A-Z].* O'Brien Žižek Nguyễn Јовановић\nBahnhofstrasse 1\n8001 Zürich$/);
    const boxes = [...text.replaceAll("\n", "")].filter(
      (letter) => !fonts[font].hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
    );
    expect(boxes).toEqual([]);
    const { shopper } = await buy("pdf-f4@example.ch", { last_name: "王" }, "PIZLITE");
    expect(await textOfPdf((await download(shopper)).bytes)).toContain("Živa Wang");
  });

  test("is addressed to a P.O. box below the street", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SIMONLY20" });
    await shopper.becomeCustomer("pdf-box@example.ch", image, { po_box: "12" });
    await expectOk("order", shopper.call("createOrder", {}));
    const text = await textOfPdf((await download(shopper)).bytes);
    expect(text.replace(/\s+/g, " ")).toContain("Bahnhofstrasse 1 Postfach 12 8001 Zürich");
  });

  test("every letter that it draws is found, copied and read aloud as that letter, also in the second document", async () => {
    const fonts = await loadFonts();
    const letters = (["regular", "anyName"] as const).map((name) =>
      fonts[name].characterSet
        .map((code) => String.fromCodePoint(code))
        // The PDF reader returns ﬁ as fi and ² as 2.
        .filter((letter) => /^\p{L}$/u.test(letter) && letter.normalize("NFKC") === letter)
        .filter((letter) => written(letter, fonts).font === name && written(letter, fonts).text === letter),
    );
    const names = [
      "Nguyễn Thị Phượng, Işık Küçük: ğıöç, Íñigo Ørsted, Đurić",
      "Ελένη Παπαδοπούλου, tfdfrmsudka7v@example.ch, Office Affligem",
      "Йозеф Ћирић Їжак, m\u0308 g\u0303 R\u0323",
      ...Array.from(
        letters
          .flat()
          .join(" ")
          .matchAll(/.{1,79}(?: |$)/gu),
        ([line]) => line.trim(),
      ),
    ];
    const brand = await readBrand("brands/alpenfon/brand.json");
    const sheet = { language: "de-CH", at: new Date(0), seller: "" };
    for (const lines of [names.toReversed(), names]) {
      const paper = await drawPdf("Names", brand, sheet, ({ doc, root }) => {
        for (const line of lines) {
          const { text, font } = written(line, fonts);
          doc.font(font).fontSize(6).text(text, as(root, "P"));
        }
      });
      const found = (await textOfPdf(paper)).normalize("NFC").split("\n");
      expect(lines.filter((line) => !found.includes(line.normalize("NFC")))).toEqual([]);
    }
  });

  test("an e-mail address with umlauts is read as typed, everywhere, and mails are sent to its encoded form", async () => {
    const typed = "pdf-umlaut@bücher.ch";
    const stored = "pdf-umlaut@xn--bcher-kva.ch";
    const begun = shop.shopper();
    await begun.choose({ type: "Tariff", tariff: "SMART30" });
    const begins = await expectOk("register", begun.register("Pdf-begun@BÜCHER.ch"));
    expect(begins).toMatchObject({ body: { user: { username: "pdf-begun@bücher.ch" } } });
    expect(await expectOk("prepare 3", begun.prepare("3"))).toEqual({ user: { email: "pdf-begun@bücher.ch" } });
    expect(await expectOk("prepare 4", begun.prepare("4"))).toMatchObject({ user: { email: "pdf-begun@bücher.ch" } });
    const { shopper } = await buy(typed, {}, "PIZLITE");
    expect(await textOfPdf((await download(shopper)).bytes)).toContain(typed);
    expect(await expectOk("order", shopper.call("order"))).toMatchObject({ email: typed });
    expect(await expectOk("account", shopper.call("account"))).toMatchObject({ email: typed });
    await eventually("the mail", async () => (await shop.messages(stored))[0]);
  });

  test("is addressed to another person's letter box", async () => {
    const { shopper } = await buy("pdf-co@example.ch", { care_of: "c/o Familie Meier" }, "AARE5");
    const text = await textOfPdf((await download(shopper)).bytes);
    expect(text.replace(/\s+/g, " ")).toContain("Živa Đurić-Küçük c/o Familie Meier Bahnhofstrasse 1");
  });

  test("is made in every language, on one page", async () => {
    const { shopper } = await buy("pdf3@example.ch");
    for (const locale of LOCALES) {
      shopper.locale = locale;
      const { bytes } = await download(shopper);
      expect(
        Buffer.from(bytes)
          .toString("latin1")
          .match(/\/Type \/Page\b/g),
      ).toHaveLength(1);
    }
  });

  test("is available with the owner's token only, and not for an order on hold", async () => {
    const { shopper } = await buy("pdf4@example.ch");
    const { token } = shopper;
    shopper.token = null;
    expect((await download(shopper)).response.status).toBe(401);
    shopper.token = (await buy("pdf5@example.ch")).shopper.token;
    expect((await download(shopper)).response.status).toBe(401);
    shopper.token = token;
    shopper.checkoutId = "B".repeat(32);
    expect((await download(shopper)).response.status).toBe(404);
    const held = await buy("pdf6@example.ch", INSOLVENT);
    expect((await download(held.shopper)).response.status).toBe(404);
  });

  test("is attached to the mail; an order on hold is not confirmed", async () => {
    const { number } = await buy("pdf7@example.ch");
    const mail = await eventually("the mail", async () => (await shop.messages("pdf7@example.ch"))[0]);
    expect(mail).toMatchObject({ attachments: [`Bestellung-${number}.pdf`] });
    await buy("pdf8@example.ch", INSOLVENT);
    const held = await eventually("the mail", async () => (await shop.messages("pdf8@example.ch"))[0]);
    expect(held).toMatchObject({ attachments: [] });
  });
});

test("another brand signs with its own name and logo", async () => {
  const other = await startShop({ jobs: true, env: { BRAND_FILE: "brands/lumen/brand.json" } });
  try {
    const shopper = other.shopper();
    await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
    await shopper.becomeCustomer("pdf9@example.ch", image);
    await expectOk("order", shopper.call("createOrder", {}));
    const { bytes } = await download(shopper, other.url);
    const { name, legalName } = other.kasse.services.brand;
    const text = await textOfPdf(bytes);
    expect(text).toContain(name);
    expect(text).toContain(legalName);
    expect(text).not.toContain("Alpenfon");
    expect(Buffer.from(bytes).toString("latin1")).toContain("/Subtype /Image");
    const page = await (await fetch(`${other.url}/photo`)).text();
    expect(page).toContain('<img src="/brand/logo"');
    expect(page).not.toContain("Alpenfon");
  } finally {
    await other.stop();
  }
});
