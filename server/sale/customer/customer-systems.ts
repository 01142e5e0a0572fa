import type { CustomerBase } from "#server/sale/identity/customer-base.ts";

/**
 * The operator's systems: customer base, number transfer, solvency, address check (decisions, edges). Every method may
 * throw Unavailable.
 */
export type CustomerSystems = CustomerBase & {
  /** Which fields of a transfer the old provider refuses; empty means it can go ahead. */
  checkTransfer(transfer: {
    msisdn: string;
    subscriptionType: string;
    puk: string;
  }): Promise<readonly ("mnpMsisdn" | "puk")[]>;
  isDocumentUsed(documentNumber: string): Promise<boolean>;
  isAddressBad(address: { street: string; number: string; postalCode: string; city: string }): Promise<boolean>;
  /** For customers that the base does not know. */
  isSolvent(person: { firstName: string; lastName: string; birthday: string; postalCode: string }): Promise<boolean>;
};
