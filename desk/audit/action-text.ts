import { DESK_PATHS, type DeskCallName } from "#contract/desk/paths.ts";
import { readAction } from "#core/desk/audit-actions.ts";
import { useTexts } from "#desk/app/texts.tsx";
import type framePages from "#locales/de/desk/frame.json";

type Page = keyof (typeof framePages)["pages"];
type FirstPart<Path> = Path extends `/${infer First}/${string}` ? First : Path extends `/${infer Only}` ? Only : never;
type Area = FirstPart<(typeof DESK_PATHS)[DeskCallName][1]>;

/**
 * The page that a call belongs to, by the first part of the call's path. Null for calls that need no permit and so are
 * never refused.
 */
const PAGE_OF: Readonly<Record<Area | "preview", Page | null>> = {
  me: null,
  login: null,
  logout: null,
  invitation: null,
  password: null,
  passkeys: null,
  logins: null,
  orders: "orders",
  "order-counts": "orders",
  "order-states": "orders",
  addresses: "orders",
  checkouts: "orders",
  waiting: "waiting",
  "waiting-counts": "waiting",
  published: "catalogue",
  preview: "catalogue",
  stock: "stock",
  experiments: "experiments",
  sections: null,
  board: "board",
  "board.csv": "board",
  events: "board",
  audit: "audit",
  people: "people",
};

/** Returns a function that describes an action in the page's language. A shell command is shown as it was typed. */
export function useActionText(): (action: string) => string {
  const t = useTexts("audit");
  const orders = useTexts("orders");
  const frame = useTexts("frame");
  return (action) => {
    const read = readAction(action);
    if (read.kind === "named") return t(`actions.${read.name}`);
    if (read.kind === "act") return t("act", { act: orders(`acts.names.${read.act}`) });
    const page = read.kind === "refused" ? pageOf(read.call) : null;
    return page ? t("refused", { page: frame(`pages.${page}`) }) : action;
  };
}

function pageOf(call: string): Page | null {
  if (call === "preview") return PAGE_OF.preview;
  const known = Object.hasOwn(DESK_PATHS, call) ? DESK_PATHS[call as DeskCallName] : null;
  const [, area = ""] = known?.[1].split("/") ?? [];
  return PAGE_OF[area as Area] ?? null;
}
