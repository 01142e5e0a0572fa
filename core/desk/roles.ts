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

/**
 * How long a login at the desk lasts without use, and in all, in ms (NIST SP 800-63B-4, 2.2.3: 1 h and 24 h at most).
 */
export const DESK_IDLE_MS = 30 * 60_000;
export const DESK_TOTAL_MS = 10 * 3600_000;

/**
 * How long a login lasts in all for people who log in at a provider, in ms. Roles are read at each login, so a role
 * that is taken away at the provider is gone within the hour. The next login asks for nothing while the login at the
 * provider lasts.
 */
export const DESK_PROVIDER_TOTAL_MS = 60 * 60_000;

/**
 * How recent a login has to be to change passkeys and logins, in ms, so that a stolen login cannot be made permanent
 * (OWASP ASVS 5.0, 7.5.1).
 */
export const DESK_FRESH_MS = 30 * 60_000;
