/** The roles at the desk. A person can have several. */
export const DESK_ROLES = ["support", "finance", "catalogue", "admin"] as const;
export type DeskRole = (typeof DESK_ROLES)[number];

export function isDeskRole(text: string): text is DeskRole {
  return (DESK_ROLES as readonly string[]).includes(text);
}

/** The permits of the desk, and the roles that have them. They are defined nowhere else. */
export const DESK_PERMITS = {
  /** Figures without personal data. */
  seeBoard: ["support", "finance", "catalogue", "admin"],
  seeOrders: ["support", "finance", "admin"],
  decideOrders: ["support", "admin"],
  seeDocuments: ["support", "admin"],
  refund: ["support", "finance", "admin"],
  /** Confirms a refund above the limit that another person requested. */
  confirmRefund: ["finance", "admin"],
  seeCatalogue: ["support", "finance", "catalogue", "admin"],
  editCatalogue: ["catalogue", "admin"],
  /** Confirms or rejects what another person has submitted. */
  activateCatalogue: ["catalogue", "admin"],
  changeStock: ["catalogue", "admin"],
  /** Starts and stops experiments, and adopts an arm of an experiment that another person started. */
  runExperiments: ["catalogue", "admin"],
  seeAudit: ["admin"],
  managePeople: ["admin"],
} as const satisfies Record<string, readonly DeskRole[]>;
export type DeskPermit = keyof typeof DESK_PERMITS;

/** Returns what a person with these roles may do. */
export function permitsOf(roles: readonly DeskRole[]): readonly DeskPermit[] {
  const all = Object.keys(DESK_PERMITS) as DeskPermit[];
  return all.filter((permit) => DESK_PERMITS[permit].some((role) => roles.includes(role)));
}

/**
 * How long a login at the desk lasts without being used, and in total, in ms (NIST SP 800-63B-4, 2.2.3: at most 1 h and
 * 24 h).
 */
export const DESK_IDLE_MS = 30 * 60_000;
export const DESK_TOTAL_MS = 10 * 3600_000;

/**
 * How long a login lasts in total if people log in at a provider, in ms. Roles are read at each login, so a role that
 * the provider revokes is gone within the hour. Logging in again takes no input as long as the login at the provider
 * lasts.
 */
export const DESK_PROVIDER_TOTAL_MS = 60 * 60_000;

/**
 * Maximum age of a login for changing passkeys and logins, in ms, so that a stolen login cannot become permanent (OWASP
 * ASVS 5.0, 7.5.1).
 */
export const DESK_FRESH_MS = 30 * 60_000;
