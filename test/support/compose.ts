import { createServices, type Services } from "#server/services.ts";

type Connected = Parameters<typeof createServices>[0];
type Made = Omit<Services, keyof Connected>;

/**
 * The capabilities of a sale, made as the server makes them, from what a test has: it fails only where one is used that
 * needs more. To change what they are made from, compose again: `compose({ ...shop.services, now })`.
 */
export function compose<Given extends { readonly documentNumberKey: Buffer }>(given: Given): Given & Made {
  const made: Made = createServices(given as Given & Connected);
  return { ...given, ...made };
}
