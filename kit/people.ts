/** The password of shoppers who register. */
export const NEW_PASSWORD = "ein-gutes-Wort-2026";

/** The customer of most tests. */
export const NORA = {
  salutation: "Mrs",
  first_name: "Nora",
  last_name: "Beispiel",
  day: "14",
  month: "03",
  year: "1991",
  mobilePhone: "41784123456",
};

/** Returns a complete customer form that is valid for every contract: a Swiss resident with a Swiss passport. */
export function personForm(email: string) {
  return {
    ...NORA,
    simType: "0",
    mnp: false,
    email,
    address: "Bahnhofstrasse",
    number: "1",
    postal_code: "8001",
    city: "Zürich",
    typeOfBill: "email",
    terms: true,
    identifiedBy: "182400004",
    idNo: documentNumber(),
    issueDate: "2022-05-01",
    validUntil: "2032-04-30",
    issuer: "Zürich",
    citizenship: "CH",
  };
}

let documents = 0;
/** Returns a unique document number. */
export function documentNumber(): string {
  documents += 1;
  return `T${process.pid}N${String(documents).padStart(4, "0")}`;
}
