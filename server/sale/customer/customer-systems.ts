import type { Profile } from "#core/profile.ts";

/** A customer of the operator's base. */
export type BaseCustomer = { readonly userId: string; readonly email: string; readonly profile: Profile };

/**
 * The operator's systems: customer base, number transfer, solvency, address check (decisions, edges). Every method may
 * throw Unavailable.
 */
export type CustomerSystems = {
  findByEmail(email: string): Promise<BaseCustomer | null>;
  findByMsisdn(msisdn: string): Promise<BaseCustomer | null>;
  /** The customer, if the password is right; the base keeps passwords that were not set here. */
  checkPassword(email: string, password: string): Promise<BaseCustomer | null>;
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
