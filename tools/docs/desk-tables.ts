import { DESK_PERMITS, DESK_ROLES, type DeskPermit } from "#core/desk/roles.ts";

/** Returns a Markdown table of the permits of each role. */
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
  seeDocuments: "view an identity document, with a reason",
  refund: "refund, and settle payments; above `DESK_REFUND_LIMIT` a second person must confirm the refund",
  confirmRefund: "confirm or reject such a refund",
  seeCatalogue: "see catalogue, texts, stock, and planned versions",
  editCatalogue: "write drafts and submit them",
  activateCatalogue: "confirm or reject versions that another person has submitted; cancel planned ones, roll back",
  changeStock: "receive and count stock",
  runExperiments: "start and stop experiments, and adopt an arm of one that another person has started",
  seeAudit: "read the audit log",
  managePeople: "invite and change people",
};
