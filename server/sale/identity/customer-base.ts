import type { Profile } from "#core/profile.ts";

/** A customer of the operator's base. */
export type BaseCustomer = { readonly userId: string; readonly email: string; readonly profile: Profile };

/** The operator's customer base, as far as it says who somebody is. Every method may throw Unavailable. */
export type CustomerBase = {
  findByEmail(email: string): Promise<BaseCustomer | null>;
  findByMsisdn(msisdn: string): Promise<BaseCustomer | null>;
  /** The customer, if the password is right; the base keeps passwords that were not set here. */
  checkPassword(email: string, password: string): Promise<BaseCustomer | null>;
};
