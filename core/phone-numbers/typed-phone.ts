import { nationalPhone } from "./phone.ts";

/** Returns what was typed or pasted into a field with a fixed `+41` before it, without its own country codes. */
export function withoutCountryCode(typed: string): string {
  return typed.replace(/^\s*(?:(?:tel: ?)?(?:\+|00) ?41[ /-]*)+/i, "");
}

/** Returns a mobile number as such a field shows it once it is complete: `78 412 34 56`. Other text stays unchanged. */
export function groupedPhone(typed: string): string {
  return nationalPhone(typed).replace(/^(7\d)(\d{3})(\d{2})(\d{2})$/, "$1 $2 $3 $4");
}
