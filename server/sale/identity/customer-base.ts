import type { Profile } from "#core/profile.ts";

/** A customer in the operator's customer base. */
export type BaseCustomer = { readonly userId: string; readonly email: string; readonly profile: Profile };

/** Lookups in the operator's customer base. Every method may throw Unavailable. */
export type CustomerBase = {
  findByEmail(email: string): Promise<BaseCustomer | null>;
  findByMsisdn(msisdn: string): Promise<BaseCustomer | null>;
  /** The customer if the password is right; null otherwise. The base has the passwords that were not set in the shop. */
  checkPassword(email: string, password: string): Promise<BaseCustomer | null>;
};
