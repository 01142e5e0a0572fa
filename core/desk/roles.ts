/** The roles at the desk. A person can have several. */
export const DESK_ROLES = ["support", "finance", "catalogue", "admin"] as const;
export type DeskRole = (typeof DESK_ROLES)[number];

export function isDeskRole(text: string): text is DeskRole {
  return (DESK_ROLES as readonly string[]).includes(text);
}

/** The permits of the desk, and the roles that have them. This table is the only place that defines them. */
export const DESK_PERMITS = {
  /** Figures without personal data. */
  seeBoard: ["support", "finance", "catalogue", "admin"],
  seeOrders: ["support", "finance", "admin"],
  decideOrders: ["support", "admin"],
  seeDocuments: ["support", "admin"],
  refund: ["support", "finance", "admin"],
  /** Confirms a refund above the limit that another person has requested. */
  confirmRefund: ["finance", "admin"],
  seeCatalogue: ["support", "finance", "catalogue", "admin"],
  editCatalogue: ["catalogue", "admin"],
  /** Confirms or rejects what another person has submitted. */
  activateCatalogue: ["catalogue", "admin"],
  changeStock: ["catalogue", "admin"],
  /** Starts and stops experiments, and adopts an arm of one that another person has started. */
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
 * Lifetime of a login at the desk without use, and in total, in ms (NIST SP 800-63B-4, 2.2.3: 1 h and 24 h at most).
 */
export const DESK_IDLE_MS = 30 * 60_000;
export const DESK_TOTAL_MS = 10 * 3600_000;

/**
 * Total lifetime of a login for people who log in at a provider, in ms. Roles are read at each login, so a role that is
 * revoked at the provider is gone within the hour. The next login needs no input while the login at the provider lasts.
 */
export const DESK_PROVIDER_TOTAL_MS = 60 * 60_000;

/**
 * Maximum age of a login for changing passkeys and logins, in ms, so that a stolen login cannot be made permanent
 * (OWASP ASVS 5.0, 7.5.1).
 */
export const DESK_FRESH_MS = 30 * 60_000;
