import type { CustomerBase } from "#server/sale/identity/customer-base.ts";

/**
 * The operator's systems: customer base, number transfer, solvency, address check (decisions, edges). Every method may
 * throw Unavailable.
 */
export type CustomerSystems = CustomerBase & {
  /** The fields of a number transfer that the old provider refuses; empty if it accepts. */
  checkTransfer(transfer: {
    msisdn: string;
    subscriptionType: string;
    puk: string;
    /** Whose number it has to be: a name that differs is the usual cause of a rejected transfer (domain facts). */
    holder: { firstName: string; lastName: string };
  }): Promise<readonly ("mnpMsisdn" | "puk")[]>;
  /** Whether another customer of the operator uses a document, which country, type and number identify together. */
  isDocumentUsed(document: { country: string; type: string; number: string }): Promise<boolean>;
  isAddressBad(address: { street: string; number: string; postalCode: string; city: string }): Promise<boolean>;
  /** For customers who are not in the base. */
  isSolvent(person: { firstName: string; lastName: string; birthday: string; postalCode: string }): Promise<boolean>;
};
