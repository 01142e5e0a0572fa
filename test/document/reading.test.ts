import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_PREFIX } from "#contract/paths.ts";
import { countryOfState } from "#server/sale/document/reading/call.ts";
import { documentSet, printedZone } from "../support/document-set.ts";
import { documentNumber, personForm, picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

const [PASSPORT, CARD] = ["TD3", "TD1"].map((format) => {
  const photo = documentSet().find((each) => each.format === format && each.condition === "sharp");
  if (!photo) throw new Error(`The set has no ${format}`);
  return photo;
}) as [ReturnType<typeof documentSet>[number], ReturnType<typeof documentSet>[number]];
const printed = printedZone(PASSPORT.lines);
const photoOf = async ({ file }: typeof PASSPORT) =>
  new Blob([new Uint8Array(await readFile(new URL(`../fixtures/documents/${file}`, import.meta.url)))], {
    type: "image/webp",
  });

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

let people = 0;
/** Returns a new shopper at step 5. The person is the holder of the passport, unless changed. */
async function atDocument(changes: Record<string, string> = {}, at = shop): Promise<Shopper> {
  const shopper = at.shopper();
  const email = `reading${(people += 1)}@example.ch`;
  const birthday = printed.birthday ?? "";
  const year = Number(birthday.slice(0, 2));
  const person = {
    last_name: printed.names?.surname.join(" ") ?? "",
    first_name: printed.names?.given.join(" ") ?? "",
    day: birthday.slice(4),
    month: birthday.slice(2, 4),
    year: String(year > 26 ? 1900 + year : 2000 + year),
  };
  const form = { ...personForm(email), ...person, idNo: documentNumber(), ...changes };
  await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
  await expectOk("register", shopper.register(email));
  await expectOk("validate", shopper.call("validateCustomer", form));
  await expectOk("update", shopper.call("updateCustomer", form));
  return shopper;
}

const send = async (shopper: Shopper, image: Blob) => {
  const { reading } = await expectOk("upload", shopper.upload(image));
  return String(reading);
};
const read = async (shopper: Shopper, secret: string) =>
  (await expectOk("reading", shopper.call("documentReading", { reading: secret }))).reading;

describe("the zone of a picture", () => {
  test("identifies stateless people, and nothing about organisations", () =>
    expect(["XXA", "UNO", "XXB", "RKS"].map(countryOfState)).toEqual(["XXA", null, null, "XK"]));

  test("is read for the sender: the printed content, nothing more, and without contradictions", async () => {
    const shopper = await atDocument();
    const reading = await read(shopper, await send(shopper, await photoOf(PASSPORT)));
    expect(reading).toEqual({
      fields: {
        citizenship: countryOfState(printed.nationality ?? ""),
        identifiedBy: expect.stringMatching(/^182400(004|006|013)$/) as string,
        idNo: printed.number,
        validUntil: `20${printed.expiry?.replace(/(..)(..)(..)/, "$1-$2-$3")}`,
      },
      offered: true,
      person: {
        last_name: printed.names?.surname.join(" "),
        first_name: printed.names?.given.join(" "),
        birthday: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
      },
      differs: [],
    });
  });

  test("lists contradictions to the person of step 4", async () => {
    const shopper = await atDocument({
      first_name: "Gerlinde",
      last_name: "Anders",
      day: "2",
      month: "2",
      year: "1977",
    });
    const reading = await read(shopper, await send(shopper, await photoOf(PASSPORT)));
    expect(reading?.differs).toEqual(["last_name", "first_name", "birthday"]);
  });

  test("is also read from a card with three lines", async () => {
    const shopper = await atDocument();
    const reading = await read(shopper, await send(shopper, await photoOf(CARD)));
    expect(reading?.fields.idNo).toBe(printedZone(CARD.lines).number);
  });

  test("is null for a picture without one", async () => {
    const shopper = await atDocument();
    expect(await read(shopper, await send(shopper, await picture(1200, 900)))).toBeNull();
  });
});

describe("a picture is read", () => {
  test("neither for someone who only knows the checkout, nor for the sender of an earlier picture", async () => {
    const shopper = await atDocument();
    const earlier = await send(shopper, await picture());
    const secret = await send(shopper, await photoOf(PASSPORT));
    expect(await read(shopper, "x".repeat(32))).toBeNull();
    expect(await read(shopper, "")).toBeNull();
    expect(await read(shopper, earlier)).toBeNull();
    expect(await read(shopper, secret)).not.toBeNull();
    const other = await atDocument();
    expect(await read(other, secret)).toBeNull();
  });

  test("for the page that showed the phone its link, and not for the phone", async () => {
    const shopper = await atDocument();
    const link = await expectOk("link", shopper.call("photoLink", {}));
    expect(await read(shopper, String(link.reading))).toBeNull();
    const phone = shop.shopper();
    phone.token = new URL(link.url).hash.slice(1);
    const form = new FormData();
    form.set("document", await photoOf(PASSPORT), "photo.webp");
    const sent = await phone.request("POST", `${API_PREFIX}/upload-photo`, form);
    expect([sent.status, sent.body]).toEqual([200, {}]);
    expect((await read(shopper, String(link.reading)))?.fields.idNo).toBe(printed.number);
    // The link of another page ends this one's; a picture from elsewhere does not belong to this page.
    await send(shopper, await photoOf(CARD));
    expect(await read(shopper, String(link.reading))).toBeNull();
  });

  test("not before step 5", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
    expect((await shopper.call("documentReading", { reading: "x" })).status).toBe(409);
  });
});

test("the database contains only a hash of the secret", async () => {
  const shopper = await atDocument();
  const secret = await send(shopper, await picture());
  const { rows } = await shop.database.pool.query<{ row: string }>("select documents::text as row from documents");
  expect(rows.some(({ row }) => row.includes(secret))).toBe(false);
});

test("a shop that reads no documents issues no secret", async () => {
  const quiet = await startShop({ env: { DOCUMENT_READING: "off" } });
  try {
    const shopper = await atDocument({}, quiet);
    expect(await expectOk("prepare 5", shopper.prepare("5"))).toMatchObject({ documentRead: false });
    expect((await shopper.upload(await picture())).body).toEqual({});
    const link = await expectOk("link", shopper.call("photoLink", {}));
    expect(link.reading).toBeUndefined();
  } finally {
    await quiet.stop();
  }
});
