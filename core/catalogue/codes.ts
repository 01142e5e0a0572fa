/** Codes that the specification defines (sections 3 and 9). */

/** The bindings of a contract. The long one is 24 months, or 21 for TV. */
export const BINDING = { long: "182400001", monthly: "182400002" } as const;
export type BindingCode = (typeof BINDING)[keyof typeof BINDING];
export const BINDING_CODES: readonly BindingCode[] = Object.values(BINDING);

/** The length of each binding in months, for a mobile tariff. */
export const BINDING_MONTHS = { "182400001": 24, "182400002": 1 } as const satisfies Record<BindingCode, number>;
/** The term in months that TV shows for the long binding (decisions 3). */
export const TV_BINDING_MONTHS = 21;

export const TV_DURATIONS = [24, 12, 6, 3] as const;
export type TvDuration = (typeof TV_DURATIONS)[number];
/** The duration in months if a TV record has none (wire, POST /checkout). */
export const DEFAULT_TV_DURATION: TvDuration = 24;

export const BOX_CODES = ["STB1", "STB2"] as const;
export type BoxCode = (typeof BOX_CODES)[number];

export const LIMIT = { min: 1, max: 300, default: 100 } as const;

/** Salutations on the wire; `Mrs` is the default. */
export const SALUTATIONS = ["Mrs", "Mr"] as const;

/**
 * What a shopper who is refused credit can buy instead, in display order: a prepaid tariff, a tariff without a device,
 * the device paid in full, a deposit.
 */
export const ALTERNATIVES = ["prepaid", "simOnly", "deviceInFull", "deposit"] as const;
export type Alternative = (typeof ALTERNATIVES)[number];

/**
 * What a credit refusal is based on: records of a credit agency, the operator's own records, or another automated
 * check.
 */
export const SOLVENCY_CHECKS = ["creditAgency", "ownRecords", "automated"] as const;
export type SolvencyCheck = (typeof SOLVENCY_CHECKS)[number];
