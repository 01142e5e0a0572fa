/** The roles at the desk. Somebody may have several. */
export const DESK_ROLES = ["support", "finance", "catalogue", "admin"] as const;
export type DeskRole = (typeof DESK_ROLES)[number];

export function isDeskRole(text: string): text is DeskRole {
  return (DESK_ROLES as readonly string[]).includes(text);
}

/** What somebody may do at the desk, and the roles that may. This table is the only place that says it. */
export const DESK_PERMITS = {
  /** Figures without a person in them. */
  seeBoard: ["support", "finance", "catalogue", "admin"],
  seeOrders: ["support", "finance", "admin"],
  decideOrders: ["support", "admin"],
  seeDocuments: ["support", "admin"],
  refund: ["support", "finance", "admin"],
  /** Confirms a refund above the limit that somebody else has requested. */
  confirmRefund: ["finance", "admin"],
  seeCatalogue: ["support", "finance", "catalogue", "admin"],
  editCatalogue: ["catalogue", "admin"],
  /** Decides on what somebody else has submitted. */
  activateCatalogue: ["catalogue", "admin"],
  changeStock: ["catalogue", "admin"],
  /** Begins and stops experiments, and adopts an arm of what somebody else has begun. */
  runExperiments: ["catalogue", "admin"],
  seeAudit: ["admin"],
  managePeople: ["admin"],
} as const satisfies Record<string, readonly DeskRole[]>;
export type DeskPermit = keyof typeof DESK_PERMITS;

/** What a person with these roles may do. */
export function permitsOf(roles: readonly DeskRole[]): readonly DeskPermit[] {
  const all = Object.keys(DESK_PERMITS) as DeskPermit[];
  return all.filter((permit) => DESK_PERMITS[permit].some((role) => roles.includes(role)));
}
