import type { Profile } from "./profile.ts";

/** A customer in the operator's customer base. */
export type BaseCustomer = { readonly userId: string; readonly email: string; readonly profile: Profile };

/** Lookups in the operator's customer base. Every method may throw Unavailable. */
export type CustomerBase = {
  findByEmail(email: string): Promise<BaseCustomer | null>;
  findByMsisdn(msisdn: string): Promise<BaseCustomer | null>;
  /**
   * The customer if the password is right; null otherwise. The base has the passwords that were not set in the shop. It is asked about
   * unknown customers too, and has to take as long for them.
   */
  checkPassword(email: string, password: string): Promise<BaseCustomer | null>;
};
