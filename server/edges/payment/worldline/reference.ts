/**
 * The reference of a payment at Worldline: the 16 bytes of Kasse's payment id in base64url (22 characters). The
 * GlobalCollect platform allows 30 characters, and a UUID has 36.
 */
export function referenceOf(paymentId: string): string {
  return Buffer.from(paymentId.replaceAll("-", ""), "hex").toString("base64url");
}

/** The payment id from a reference; null if the reference is not one of Kasse's. */
export function paymentIdOf(reference: string): string | null {
  if (!/^[A-Za-z0-9_-]{22}$/.test(reference)) return null;
  const hex = Buffer.from(reference, "base64url").toString("hex");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return referenceOf(id) === reference ? id : null;
}
