import { DESK_CALLS, type DeskCall } from "#contract/desk/calls.ts";
import { DESK_FAILURES, type DeskFailureName } from "#contract/desk/failures.ts";
import { DESK_PATHS, type DeskCallName } from "#contract/desk/paths.ts";
import { DESK_PERMITS, DESK_ROLES, type DeskPermit } from "#core/desk/roles.ts";

const WHO = { anybody: "anybody", person: "whoever is logged in" } as const;
const rolesOf = (permit: DeskPermit) => DESK_PERMITS[permit].join(", ");

/** The names of what a call takes. A schema with variants has those of the first. */
function fieldsOf(schema: DeskCall["query"]): readonly string[] {
  const { entries, options } = (schema ?? {}) as {
    readonly entries?: object;
    readonly options?: readonly { readonly entries: object }[];
  };
  return Object.keys(entries ?? options?.[0]?.entries ?? {});
}

/** The calls of the desk as a table in Markdown. */
export function deskCallsAsMarkdown(): string {
  const rows = (Object.keys(DESK_PATHS) as DeskCallName[]).map((name) => {
    const { about, who, query, body, fails }: DeskCall = DESK_CALLS[name];
    const [method, path] = DESK_PATHS[name];
    const takes = [...fieldsOf(query), ...fieldsOf(body)].map((field) => `\`${field}\``).join(", ");
    const may = who in WHO ? WHO[who as keyof typeof WHO] : rolesOf(who as DeskPermit);
    return `| \`${method} ${path}\` | ${about} | ${takes} | ${may} | ${fails.map((each) => `\`${each}\``).join(", ")} |`;
  });
  const failures = (Object.keys(DESK_FAILURES) as DeskFailureName[]).map(
    (name) => `\`${name}\` ${DESK_FAILURES[name]}`,
  );
  return [
    "| call | what it does | takes | who | fails with |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    `An answer of a failure is \`{"failure": "<name>", …}\`, with its status: ${failures.join(", ")}.`,
  ].join("\n");
}

/** Who may what, as a table in Markdown. */
export function deskPermitsAsMarkdown(): string {
  return [
    `| | ${DESK_ROLES.join(" | ")} |`,
    `|---|${DESK_ROLES.map(() => "---|").join("")}`,
    ...(Object.keys(DESK_PERMITS) as DeskPermit[]).map(
      (permit) =>
        `| ${PERMIT_TEXTS[permit]} | ${DESK_ROLES.map((role) => ((DESK_PERMITS[permit] as readonly string[]).includes(role) ? "yes" : "")).join(" | ")} |`,
    ),
  ].join("\n");
}

const PERMIT_TEXTS: Readonly<Record<DeskPermit, string>> = {
  seeOrders: "see orders, and what waits",
  decideOrders: "release, cancel, send again, eSIMs",
  seeDocuments: "see an identity document, with a reason",
  refund: "refund; above `DESK_REFUND_LIMIT` somebody else confirms",
  confirmRefund: "confirm or reject such a refund",
  seeAudit: "read the audit log",
  managePeople: "invite and change people",
};
