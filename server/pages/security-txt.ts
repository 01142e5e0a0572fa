import type { Brand } from "#server/shop/brand/brand.ts";

/** Where finders of a vulnerability look for whom to tell (RFC 9116). */
export const SECURITY_TXT_PATH = "/.well-known/security.txt";

/** RFC 9116 asks for less than a year. A running shop always names a day that is this far away. */
const VALID_MS = 180 * 24 * 60 * 60_000;

/** The file for finders of a vulnerability: whom to write to, in which languages, and until when that counts. */
export function securityTxt(brand: Pick<Brand, "securityEmail" | "email">, publicUrl: string, now: Date): string {
  const day = new Date(now.getTime() + VALID_MS).toISOString().slice(0, 10);
  return [
    `Contact: mailto:${brand.securityEmail ?? brand.email}`,
    `Expires: ${day}T00:00:00Z`,
    "Preferred-Languages: de, en, fr, it, sr",
    `Canonical: ${publicUrl}${SECURITY_TXT_PATH}`,
    "",
  ].join("\n");
}
