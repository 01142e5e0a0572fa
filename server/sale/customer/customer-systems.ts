import type { Alternative, SolvencyCheck } from "#core/catalogue/codes.ts";
import type { Day } from "#core/time/dates.ts";
import type { TransferReason } from "#core/phone-numbers/transfer-states.ts";
import type { CustomerBase } from "#server/sale/identity/profile.ts";

/**
 * The operator's systems: customer base, number transfer, solvency check and address check (decisions, integrations).
 * Every method can throw Unavailable.
 */
export type CustomerSystems = CustomerBase & {
  /** Asks the old provider whether a number can be transferred. */
  checkTransfer(transfer: {
    msisdn: string;
    subscriptionType: string;
    puk: string;
    /**
     * The holder that the number must have: a different name is the usual reason why a transfer is rejected (domain
     * facts).
     */
    holder: { firstName: string; lastName: string };
  }): Promise<TransferVerdict>;
  /** Returns whether another customer of the operator uses a document, identified by country, type and number. */
  isDocumentUsed(document: { country: string; type: string; number: string }): Promise<boolean>;
  isAddressBad(address: { street: string; number: string; postalCode: string; city: string }): Promise<boolean>;
  /** Only for customers who are not in the base. */
  checkSolvency(person: {
    firstName: string;
    lastName: string;
    birthday: string;
    postalCode: string;
  }): Promise<SolvencyVerdict>;
};

/**
 * The fields that the old provider refuses (empty if it accepts all) and, if it refuses the number, possibly the
 * reason.
 */
type TransferVerdict = {
  /** If the old contract still runs: the first day on which it allows the transfer. */
  readonly earliest?: Day | undefined;
  readonly refused: readonly ("mnpMsisdn" | "puk")[];
  readonly reason?: TransferReason | undefined;
};

/**
 * The result of the solvency check. A refusal can name the check that failed and the alternatives that are permitted;
 * otherwise the catalogue decides on the alternatives.
 */
type SolvencyVerdict = {
  readonly solvent: boolean;
  readonly check?: SolvencyCheck | undefined;
  readonly accepts?: readonly Alternative[] | undefined;
};
