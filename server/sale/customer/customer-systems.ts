import type { Alternative, SolvencyCheck } from "#core/catalogue/codes.ts";
import type { Day } from "#core/time/dates.ts";
import type { TransferReason } from "#core/phone-numbers/transfer-states.ts";
import type { CustomerBase } from "#server/sale/identity/profile.ts";

/**
 * The operator's systems: customer base, number transfer, solvency, address check (decisions, integrations). Every
 * method can throw Unavailable.
 */
export type CustomerSystems = CustomerBase & {
  /** Returns the old provider's answer to a number transfer. */
  checkTransfer(transfer: {
    msisdn: string;
    subscriptionType: string;
    puk: string;
    /** The required holder of the number: a different name is the usual cause of a rejected transfer (domain facts). */
    holder: { firstName: string; lastName: string };
  }): Promise<TransferVerdict>;
  /** Whether another customer of the operator uses a document, identified by country, type and number. */
  isDocumentUsed(document: { country: string; type: string; number: string }): Promise<boolean>;
  isAddressBad(address: { street: string; number: string; postalCode: string; city: string }): Promise<boolean>;
  /** For customers who are not in the base. */
  checkSolvency(person: {
    firstName: string;
    lastName: string;
    birthday: string;
    postalCode: string;
  }): Promise<SolvencyVerdict>;
};

/** The fields that the old provider refuses (empty if it accepts) and, for the number, possibly the reason. */
type TransferVerdict = {
  /** The first day on which the old contract, if it still runs, allows the transfer. */
  readonly earliest?: Day | undefined;
  readonly refused: readonly ("mnpMsisdn" | "puk")[];
  readonly reason?: TransferReason | undefined;
};

/**
 * An answer of the solvency check. A refusal can contain the check that failed and the permitted alternatives;
 * otherwise the catalogue determines them.
 */
type SolvencyVerdict = {
  readonly solvent: boolean;
  readonly check?: SolvencyCheck | undefined;
  readonly accepts?: readonly Alternative[] | undefined;
};
