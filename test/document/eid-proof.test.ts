import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EMPTY_FORM, type CustomerForm } from "#core/form/fields.ts";
import { createEidProofs, storeVerification } from "#server/sale/document/eid/verifications.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";

const CLAIMS = {
  family_name: "Beispiel",
  given_name: "Nora",
  birth_date: "1991-04-07",
  nationality: "CH",
  document_number: "BETAIDN7K2Q9XA",
  issuance_date: "2026-01-01",
  expiry_date: "2036-01-01",
  issuing_authority: "Beta Credential Service BCS",
};
const PERSON = { firstName: "Nora", lastName: "Beispiel", day: "7", month: "4", year: "1991" };
const FORM: CustomerForm = {
  ...EMPTY_FORM,
  ...PERSON,
  citizenship: "CH",
  identifiedBy: "182400003",
  idNo: "BETAIDN7K2Q9XA",
  issueDate: "2026-01-01",
  validUntil: "2036-01-01",
  issuer: "Beta Credential Service BCS",
};

let sale: SaleDatabase;
beforeAll(async () => {
  sale = await openSaleDatabase();
});
afterAll(() => sale.close());

/** Returns the proofs of a shop whose verifier discloses these claims, and a checkout with a finished verification. */
async function verified(person = PERSON) {
  const ask = async () => ({ state: "verified", claims: CLAIMS }) as const;
  const proofs = createEidProofs({ ...sale.needs, eid: { ask }, documentNumberKey: Buffer.alloc(32, 7) });
  const { id } = await sale.checkout({ type: "Tariff", tariff: "SMART30" });
  const row = { checkoutId: id, verifierId: id, secretHash: Buffer.from(id), now: sale.clock.now };
  await storeVerification(sale.db, row);
  expect(await proofs.ask(id, person)).toMatchObject({ state: "verified" });
  return { id, provenBy: (form: Partial<CustomerForm> = {}) => proofs.provenBy(id, { ...FORM, ...form }) };
}

describe("an e-ID", () => {
  test("proves the form with its person and its document", async () => {
    const { id, provenBy } = await verified();
    expect(await provenBy()).toMatchObject({ verification: id });
  });

  test.each([
    { firstName: "Norma" },
    { lastName: "Muster" },
    { day: "8" },
    { year: "1990" },
    { idNo: "BETAIDN7K2Q9XB" },
    { validUntil: "2037-01-01" },
    { issuer: "Zürich ZH" },
  ])("does not prove a form with %j", async (other) => {
    const { provenBy } = await verified();
    expect(await provenBy(other)).toBeNull();
  });

  test("of another person proves nothing", async () => {
    const { provenBy } = await verified({ ...PERSON, lastName: "Muster" });
    expect(await provenBy()).toBeNull();
    expect(await provenBy({ lastName: "Muster" })).toBeNull();
  });
});
