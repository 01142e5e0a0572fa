/** What a person of the operator is at the desk. Somebody may be several of these. */
export const DESK_ROLES = ["support", "finance", "catalogue", "admin"] as const;
export type DeskRole = (typeof DESK_ROLES)[number];

export function isDeskRole(text: string): text is DeskRole {
  return (DESK_ROLES as readonly string[]).includes(text);
}

/** What somebody may do at the desk, and the roles that may. This table is the only place that says it. */
export const DESK_PERMITS = {
  seeOrders: ["support", "finance", "admin"],
  decideOrders: ["support", "admin"],
  seeDocuments: ["support", "admin"],
  refund: ["support", "finance", "admin"],
  /** Confirms a refund above the limit, which somebody else has asked for. */
  confirmRefund: ["finance", "admin"],
  seeAudit: ["admin"],
  managePeople: ["admin"],
} as const satisfies Record<string, readonly DeskRole[]>;
export type DeskPermit = keyof typeof DESK_PERMITS;

/** What a person with these roles may do. */
export function permitsOf(roles: readonly DeskRole[]): readonly DeskPermit[] {
  const all = Object.keys(DESK_PERMITS) as DeskPermit[];
  return all.filter((permit) => DESK_PERMITS[permit].some((role) => roles.includes(role)));
}
