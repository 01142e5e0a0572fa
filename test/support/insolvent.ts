/**
 * What differs of somebody whom the demo's check refuses credit. A shop knows such a person again by birthday and home,
 * so that everybody else has another birthday.
 */
export const INSOLVENT = { last_name: "Insolvenz", day: "01", month: "04", year: "1985" } as const;
