/**
 * Worldline's reference of a payment: Kasse's id in 22 letters, for a reference may have 30 where the GlobalCollect platform
 * works on it, and a UUID has 36. It is the id's 16 bytes in base64url.
 */
export function referenceOf(paymentId: string): string {
  return Buffer.from(paymentId.replaceAll("-", ""), "hex").toString("base64url");
}

/** The payment's id from its reference; null for one that Kasse never gave. */
export function paymentIdOf(reference: string): string | null {
  if (!/^[A-Za-z0-9_-]{22}$/.test(reference)) return null;
  const hex = Buffer.from(reference, "base64url").toString("hex");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return referenceOf(id) === reference ? id : null;
}
