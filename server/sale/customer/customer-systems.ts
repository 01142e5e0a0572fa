import type { Alternative, SolvencyCheck } from "#core/catalogue/codes.ts";
import type { Day } from "#core/time/dates.ts";
import type { TransferReason } from "#core/phone-numbers/transfer-states.ts";
import type { CustomerBase } from "#server/sale/identity/profile.ts";

/**
 * The operator's systems: customer base, number transfer, solvency, address check (decisions, integrations). Every
 * method may throw Unavailable.
 */
export type CustomerSystems = CustomerBase & {
  /** What the old provider says of a number transfer. */
  checkTransfer(transfer: {
    msisdn: string;
    subscriptionType: string;
    puk: string;
    /** Whose number it has to be: a name that differs is the usual cause of a rejected transfer (domain facts). */
    holder: { firstName: string; lastName: string };
  }): Promise<TransferVerdict>;
  /** Whether another customer of the operator uses a document, which country, type and number identify together. */
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

/** The fields that the old provider refuses, none if it accepts; of the number perhaps why. */
type TransferVerdict = {
  /** The first day on which the old contract lets the number go, where it still runs. */
  readonly earliest?: Day | undefined;
  readonly refused: readonly ("mnpMsisdn" | "puk")[];
  readonly reason?: TransferReason | undefined;
};

/** An answer of the solvency check. Of a refusal it may say by what, and which alternatives are allowed; otherwise the catalogue decides. */
type SolvencyVerdict = {
  readonly solvent: boolean;
  readonly check?: SolvencyCheck | undefined;
  readonly accepts?: readonly Alternative[] | undefined;
};
