import { lazy, Suspense, type ComponentType } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import type { DeskPermit } from "#core/desk/roles.ts";
import { Broken } from "./app/Failed.tsx";
import { useMe } from "./app/me.ts";
import { useTexts } from "./app/texts.tsx";
import { Frame, NotHere } from "./frame/Frame.tsx";
import { ACCOUNT } from "./frame/PersonMenu.tsx";
import type { NavEntry } from "./frame/Navigation.tsx";
import { Waiting } from "./kit/Waiting.tsx";

type Page = NavEntry & {
  /** The permit that the page needs; null if everyone who is logged in may see it. */
  readonly permit: DeskPermit | null;
  /** The route below the page's path, such as the number of an order. */
  readonly more: string;
  readonly component: ComponentType;
  /** The page has no entry in the navigation, because another page links to it. */
  readonly isHidden?: true;
  /** Further pages, by their path below this page's path. */
  readonly below?: Readonly<Record<string, ComponentType>>;
};

const Account = lazy(() => import("./account/AccountPage.tsx"));
const Published = lazy(() => import("./publishing/PublishedPage.tsx"));
/** The pages below the overview, for each kind of content that is edited in drafts. */
const PUBLISHING = {
  "/draft/:id": lazy(() => import("./publishing/DraftPage.tsx")),
  "/version/:version": lazy(() => import("./publishing/VersionPage.tsx")),
  "/preview/:source": lazy(() => import("./publishing/PreviewPage.tsx")),
};

/** The pages in the order of the navigation. A person's start page is the first one that they may see. */
const PAGES: readonly Page[] = [
  {
    path: "/board",
    text: "board",
    count: null,
    permit: "seeBoard",
    more: "",
    component: lazy(() => import("./board/BoardPage.tsx")),
  },
  {
    path: "/orders",
    text: "orders",
    count: null,
    permit: "seeOrders",
    more: "/:number?",
    component: lazy(() => import("./orders/OrdersPage.tsx")),
  },
  {
    path: "/checkouts",
    text: "orders",
    count: null,
    permit: "seeOrders",
    more: "",
    component: lazy(() => import("./orders/checkouts/CheckoutsPage.tsx")),
    isHidden: true,
  },
  {
    path: "/waiting",
    text: "waiting",
    count: "waiting",
    permit: null,
    more: "/:kind?",
    component: lazy(() => import("./waiting/WaitingPage.tsx")),
  },
  {
    path: "/catalogue",
    text: "catalogue",
    count: null,
    permit: "seeCatalogue",
    more: "",
    component: Published,
    below: PUBLISHING,
  },
  {
    path: "/stock",
    text: "stock",
    count: null,
    permit: "seeCatalogue",
    more: "/:article?",
    component: lazy(() => import("./stock/StockPage.tsx")),
  },
  {
    path: "/texts",
    text: "texts",
    count: null,
    permit: "seeCatalogue",
    more: "",
    component: Published,
    below: PUBLISHING,
  },
  {
    path: "/experiments",
    text: "experiments",
    count: null,
    permit: "seeBoard",
    more: "",
    component: lazy(() => import("./experiments/ExperimentsPage.tsx")),
  },
  {
    path: "/audit",
    text: "audit",
    count: null,
    permit: "seeAudit",
    more: "",
    component: lazy(() => import("./audit/AuditPage.tsx")),
  },
  {
    path: "/people",
    text: "people",
    count: null,
    permit: "managePeople",
    more: "",
    component: lazy(() => import("./people/PeoplePage.tsx")),
  },
];

/** The page for the URL, in the desk's frame. */
export function Pages() {
  const t = useTexts("frame");
  const { permits } = useMe();
  const allowed = PAGES.filter(({ permit }) => permit === null || permits.includes(permit));
  const [first] = allowed;
  const [address] = useLocation();
  // Each page has its own key, so that a failed page does not block the next one.
  const location = address.split("/")[1];
  return (
    <Frame entries={allowed.filter(({ isHidden }) => !isHidden)}>
      <Broken key={location}>
        <Suspense fallback={<Waiting label={t("loading")} />}>
          <Switch>
            {allowed
              .flatMap(({ path, more, component, below = {} }) => [
                [path + more, component] as const,
                ...Object.entries(below).map(([rest, each]) => [path + rest, each] as const),
              ])
              .map(([path, Component]) => (
                <Route key={path} path={path}>
                  <Component />
                </Route>
              ))}
            <Route path={ACCOUNT}>
              <Account />
            </Route>
            {first &&
              ["/", "/login"].map((path) => (
                <Route key={path} path={path}>
                  <Redirect to={first.path} replace />
                </Route>
              ))}
            <Route>
              <NotHere />
            </Route>
          </Switch>
        </Suspense>
      </Broken>
    </Frame>
  );
}
