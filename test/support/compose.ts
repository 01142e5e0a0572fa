import { createServices, type Services } from "#server/services.ts";

type Connected = Parameters<typeof createServices>[0];
type Made = Omit<Services, keyof Connected>;

/**
 * Creates the capabilities of a sale like the server, from the services that a test has: it fails only if a capability
 * needs more. To change the services, compose again: `compose({ ...shop.services, now })`.
 */
export function compose<Given extends { readonly documentNumberKey: Buffer }>(given: Given): Given & Made {
  const made: Made = createServices(given as Given & Connected);
  return { ...given, ...made };
}
