/**
 * The form fields of a person whom the demo's check refuses credit. A shop recognises such a person by birthday and
 * home, so no other test person has this birthday.
 */
export const INSOLVENT = { last_name: "Insolvenz", day: "01", month: "04", year: "1985" } as const;
