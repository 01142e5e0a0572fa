import type { FastifyInstance } from "fastify";
import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { REPORT_PATH } from "./policy.ts";

const MAX_BYTES = 16 * 1024;
/** Maximum number of reports that are accepted from one request; browsers only send a few. */
const MAX_REPORTS = 10;

/** The directives that a browser reports (CSP 3; Trusted Types). */
const DIRECTIVES = [
  "default-src",
  "script-src",
  "script-src-elem",
  "script-src-attr",
  "style-src",
  "style-src-elem",
  "style-src-attr",
  "img-src",
  "font-src",
  "connect-src",
  "media-src",
  "object-src",
  "frame-src",
  "child-src",
  "worker-src",
  "manifest-src",
  "base-uri",
  "form-action",
  "frame-ancestors",
  "require-trusted-types-for",
  "trusted-types",
  "sandbox",
] as const;

/** The format of reports for `report-uri` (CSP 3, section 5.3). */
const Old = v.object({
  "csp-report": v.object({
    "effective-directive": mayBeAbsent(v.string()),
    "violated-directive": mayBeAbsent(v.string()),
    "blocked-uri": mayBeAbsent(v.string()),
  }),
});
/** The format of reports by the Reporting API. */
const New = v.array(
  v.object({
    type: v.string(),
    body: v.object({ effectiveDirective: mayBeAbsent(v.string()), blockedURL: mayBeAbsent(v.string()) }),
  }),
);
type Violation = { readonly directive: string; readonly blocked: string };

/**
 * Records reports about violations of the Content Security Policy in the security log. Only records the directive and
 * the origin of the blocked resource, because whole URLs can contain personal data. Anyone can send such a report, so
 * nothing else in it is trusted.
 */
export async function registerCspReports(app: FastifyInstance, security: SecurityLog): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ["application/csp-report", "application/reports+json", "application/json"],
      { parseAs: "string", bodyLimit: MAX_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Body: string | undefined }>(REPORT_PATH, async (request, reply) => {
      for (const { directive, blocked } of violationsIn(request.body ?? "").slice(0, MAX_REPORTS))
        security.record("policy.violated", { address: request.ip, reason: directive, blocked });
      return reply.code(204).send();
    });
  });
}

function violationsIn(text: string): readonly Violation[] {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.union([Old, New])), text);
  if (!read.success) return [];
  if (Array.isArray(read.output))
    return read.output
      .filter(({ type }) => type === "csp-violation")
      .map(({ body }) => violation(body.effectiveDirective, body.blockedURL));
  const report = read.output["csp-report"];
  return [violation(report["effective-directive"] ?? report["violated-directive"], report["blocked-uri"])];
}

const violation = (directive = "", blocked = ""): Violation => ({
  directive: DIRECTIVES.find((name) => directive === name || directive.startsWith(`${name} `)) ?? "unknown",
  blocked: originOf(blocked),
});

/** Returns the origin of a URL, or a keyword such as `inline`. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked;
  return URL.canParse(blocked) ? new URL(blocked).origin.slice(0, 200) : "unknown";
}
