import { kept } from "./storage.ts";

/** Whose tick it is: in another checkout, or of another customer, it says nothing. */
const ownerOf = (checkout: string | null, email: string) => `${checkout} ${email}`;

/** The terms were ticked in this checkout, by this customer. */
export function readTick(checkout: string | null, email: string): boolean {
  return kept.read("terms") === ownerOf(checkout, email);
}

export function keepTick(checkout: string | null, email: string, ticked: boolean): void {
  if (ticked) kept.write("terms", ownerOf(checkout, email));
  else if (readTick(checkout, email)) kept.remove("terms");
}

/** Forgets the tick of a checkout that is done with. */
export function forgetTick(checkout: string): void {
  if (kept.read("terms")?.startsWith(`${checkout} `)) kept.remove("terms");
}
