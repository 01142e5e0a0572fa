import { useRef, useState } from "react";
import type { CustomerForm } from "#core/form/fields.ts";
import { readPostalCode } from "#core/person/typed-text.ts";
import { isTownOf } from "#core/address/address-words.ts";
import { call } from "#web/api/call.ts";

type Place = Pick<CustomerForm, "postalCode" | "city">;
/** A postal code and town that the register does not list together, and the towns that it lists for the postal code. */
export type Doubt = Place & { readonly towns: readonly string[] };

const isSame = (one: Place, other: Place) => one.postalCode === other.postalCode && one.city === other.city;

/**
 * Asks about a town that does not belong to the postal code. Asks only once for each pair: pressing again confirms it
 * (decisions 5). If the towns cannot be fetched, the question is skipped.
 */
export function useTownCheck(): {
  readonly doubt: Doubt | null;
  /** Resolves to whether the shopper must now confirm this postal code and town. */
  readonly isDoubtful: (form: CustomerForm) => Promise<boolean>;
} {
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const asked = useRef<Place | null>(null);
  return {
    doubt,
    async isDoubtful({ postalCode: typed, city }) {
      const postalCode = readPostalCode(typed).code;
      const place = { postalCode, city };
      if (asked.current && isSame(asked.current, place)) return false;
      const result = await call("postalCodeTowns", { body: { zipcode: postalCode }, anonymous: true });
      const towns = result.ok ? result.value.towns : [];
      if (isTownOf(towns, city)) return false;
      asked.current = place;
      setDoubt({ ...place, towns });
      return true;
    },
  };
}
