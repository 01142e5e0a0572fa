import { DESK_PERMITS, DESK_ROLES, type DeskPermit } from "#core/desk/roles.ts";

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
