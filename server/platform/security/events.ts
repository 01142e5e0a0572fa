/** The log level. `warn`: looks like an attack or needs a person's attention. */
type Level = "info" | "warn";
export type SecurityEventRow = { readonly level: Level; readonly about: string };

/**
 * Every event of the security log (OWASP ASVS 5.0, V16.3). docs/security/log.md is generated from this table and
 * `SECURITY_FIELDS`. Recording any other event is a type error.
 */
export const SECURITY_EVENTS = {
  login: { level: "info", about: "a person logged in" },
  "login.failed": {
    level: "warn",
    about: "a login was refused",
  },
  "login.simSwapped": {
    level: "warn",
    about: "a login by a proven number was refused, because the number's SIM has just changed",
  },
  "transfer.simSwapped": {
    level: "warn",
    about: "the transfer of a number was refused, because its SIM has just changed",
  },
  "login.simUnchecked": {
    level: "warn",
    about: "the network could not say whether a proven number's SIM has changed; `reason`: the setting that decided",
  },
  "transfer.simUnchecked": {
    level: "warn",
    about: "the same for a number to transfer",
  },
  lockout: { level: "warn", about: "logins to an account are refused for some time" },
  logout: { level: "info", about: "a person logged out" },
  "session.ended": {
    level: "info",
    about: "logins were ended, see `by`",
  },
  "password.changed": { level: "info", about: "a person changed the password" },
  "password.resetRequested": { level: "info", about: "a link for a new password was requested" },
  "password.reset": { level: "info", about: "a new password was set with an emailed link" },
  "passkey.added": { level: "info", about: "a person added a passkey" },
  "passkey.behind": {
    level: "warn",
    about: "a login with a synced passkey whose count of uses has not risen: another device was used, or it was copied",
  },
  "passkey.removed": { level: "info", about: "a person removed a passkey" },
  "limit.refused": { level: "warn", about: "a limit refused a call; repeated at 2, 4, 8, … refusals in a window" },
  "limit.near": { level: "warn", about: "an overall limit for something that costs money is used up to 80 %" },
  "token.refused": { level: "info", about: "a call had an unknown, ended or malformed token" },
  "xsrf.refused": { level: "warn", about: "a POST without the XSRF header that matches its cookie" },
  "request.refused": { level: "warn", about: "a request that no browser sends: invalid HTTP, paths or encodings" },
  "upload.refused": {
    level: "warn",
    about: "a file that is not one of the permitted pictures, or too large to decode",
  },
  "webhook.forged": { level: "warn", about: "a server-to-server call with a wrong signature or secret" },
  "document.read": { level: "info", about: "an identity document was read, by a command or a system of the operator" },
  "command.run": { level: "info", about: "an operator ran a command that reads personal data or changes data" },
  "desk.used": { level: "info", about: "a person at the desk looked at personal data, did something or was refused" },
  "policy.violated": { level: "warn", about: "a browser reported a violation of the Content Security Policy" },
} as const satisfies Record<string, SecurityEventRow>;
/** The events of the extensions, which add their names. */
export interface ExtensionSecurityEvents {}
export type SecurityEvent = keyof (typeof SECURITY_EVENTS & ExtensionSecurityEvents);

/** The events that a security log can record. */
export type SecurityEvents = { readonly [Name in SecurityEvent]?: SecurityEventRow };

/** The fields of a log line. None contains personal data; accounts and IP addresses are keyed hashes. */
export const SECURITY_FIELDS = {
  time: "when, in milliseconds since 1970",
  level: "30 for information, 40 for warnings (pino)",
  security: "the event",
  account: "keyed hash of the account's e-mail address",
  address: "keyed hash of the client's network (IPv4 address or IPv6 /64)",
  requestId: "the request",
  by: "how a person logged in or what ended a session, such as `password`, `sms`, `network`, `passkey`, `reset`, `operator`",
  limit: "the limit, as in the table of limits",
  counted: "keyed hash of what the limit counts, such as a phone number",
  refusals: "how often the limit has refused in this time window",
  count: "how many, for example how many logins were ended",
  route: "the call, without values",
  reason: "why, as a fixed word; for `policy.violated` the directive",
  blocked: "the origin that a policy blocked, or a keyword such as `inline`",
  order: "the number of an order",
  document: "the id of a document",
  command: "the command, without its arguments, or what was done at the desk",
  actor: "who ran a command or which system called",
  outcome: "the outcome, as in the audit log: a separate event, after that for the start",
  audit: "the number of the entry in the audit log, and the beginning of its hash",
  msg: "the event's meaning, as above",
} as const;

/**
 * The details that a caller may add to an event. `account` and `address` (an IP address) are hashed before they are
 * written.
 */
export type SecurityDetails = {
  readonly account?: string | null;
  readonly address?: string;
} & Partial<
  Readonly<
    Record<
      | "requestId"
      | "by"
      | "limit"
      | "counted"
      | "refusals"
      | "count"
      | "route"
      | "reason"
      | "blocked"
      | "order"
      | "document"
      | "command"
      | "actor"
      | "outcome"
      | "audit",
      string | number
    >
  >
>;

/** Returns the tables of docs/security/log.md in Markdown: events, and fields. `more`: the events of extensions. */
export function securityEventsAsMarkdown(more: SecurityEvents): string {
  return [
    "| `security` | level | written when |",
    "|---|---|---|",
    ...Object.entries({ ...SECURITY_EVENTS, ...more }).map(
      ([event, { level, about }]) => `| \`${event}\` | ${level} | ${about} |`,
    ),
    "",
    "| field | contents |",
    "|---|---|",
    ...Object.entries(SECURITY_FIELDS).map(([field, about]) => `| \`${field}\` | ${about} |`),
  ].join("\n");
}
