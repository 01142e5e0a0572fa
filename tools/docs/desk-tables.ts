import { DESK_CALLS, type DeskCall } from "#contract/desk/calls.ts";
import { DESK_FAILURES, type DeskFailureName } from "#contract/desk/failures.ts";
import { DESK_PATHS, type DeskCallName } from "#contract/desk/paths.ts";
import { DESK_PERMITS, DESK_ROLES, type DeskPermit } from "#core/desk/roles.ts";

const WHO = { anybody: "anybody", person: "anybody who is logged in" } as const;
const FROM = { navigation: "a browser that the provider sends back", provider: "the provider's server" } as const;
const rolesOf = (permit: DeskPermit) => DESK_PERMITS[permit].join(", ");
const whoOf = ({ who, from }: DeskCall) =>
  from ? FROM[from] : who in WHO ? WHO[who as keyof typeof WHO] : rolesOf(who as DeskPermit);

/** The names of what a call takes. A schema with variants has those of all. */
function fieldsOf(schema: DeskCall["query"]): readonly string[] {
  const { entries, options } = (schema ?? {}) as {
    readonly entries?: object;
    readonly options?: readonly { readonly entries: object }[];
  };
  const all = entries ? [entries] : (options ?? []).map((option) => option.entries);
  return [...new Set(all.flatMap(Object.keys))];
}

/** The calls of the desk as a table in Markdown. */
export function deskCallsAsMarkdown(): string {
  const rows = (Object.keys(DESK_PATHS) as DeskCallName[]).map((name) => {
    const call: DeskCall = DESK_CALLS[name];
    const { about, query, body, fails, withoutProvider } = call;
    const [method, path] = DESK_PATHS[name];
    const takes = [...fieldsOf(query), ...fieldsOf(body)].map((field) => `\`${field}\``).join(", ");
    const failures = [...fails, ...(withoutProvider ? ["providerOnly"] : [])].map((each) => `\`${each}\``).join(", ");
    return `| \`${method} ${path}\` | ${about} | ${takes} | ${whoOf(call)} | ${failures} |`;
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
  seeBoard: "see the board, and download its figures",
  seeOrders: "see orders, and checkouts without an order",
  decideOrders: "approve or cancel orders, correct addresses, send again, order or delete eSIMs",
  seeDocuments: "look at an identity document, with a reason",
  refund: "refund, and settle payments; above `DESK_REFUND_LIMIT` somebody else has to confirm the refund",
  confirmRefund: "confirm or reject such a refund",
  seeCatalogue: "see catalogue, texts, stock, and what is planned",
  editCatalogue: "write drafts and submit them",
  activateCatalogue: "confirm or reject what somebody else has submitted; call off, roll back",
  changeStock: "receive and count stock",
  runExperiments: "begin and stop experiments, and adopt an arm of what somebody else has begun",
  seeAudit: "read the audit log",
  managePeople: "invite and change people",
};
