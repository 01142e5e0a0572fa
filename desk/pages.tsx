import { Suspense, useEffect, type ComponentType } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import type { DeskPermit } from "#core/desk/roles.ts";
import { lazyPart } from "#web/kit/load-part.ts";
import { Broken, PageMissing } from "./app/Failed.tsx";
import { useMe } from "./app/me.ts";
import { Frame, NotHere, pageOf } from "./frame/Frame.tsx";
import { ACCOUNT } from "./frame/PersonMenu.tsx";
import { SECTIONS, type NavEntry } from "./frame/Navigation.tsx";

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

type Load = () => Promise<{ readonly default: ComponentType }>;
const loads: Load[] = [];

/** A page with its own chunk, which `loadAllPages` also loads. */
function page(load: Load): ComponentType {
  loads.push(load);
  return lazyPart(load, "reload");
}

/**
 * Loads the code of all pages, so that a person who goes to another page needs no network for its code. A failure has
 * no consequence until a page is opened.
 */
function loadAllPages(): void {
  for (const load of loads) void load().catch(() => undefined);
}
/** Delay after the first page, in ms, so that loading the others does not slow it down. */
const LOAD_ALL_AFTER_MS = 3000;

/** The page of any extension. Its code is only loaded where there is one, so `loadAllPages` does not load it. */
const Section = lazyPart(() => import("./sections/SectionPage.tsx"), "reload");
const Account = page(() => import("./account/AccountPage.tsx"));
const Published = page(() => import("./publishing/PublishedPage.tsx"));
/** The pages below the overview, for each kind of content that is edited in drafts. */
const PUBLISHING = {
  "/draft/:id": page(() => import("./publishing/DraftPage.tsx")),
  "/version/:version": page(() => import("./publishing/VersionPage.tsx")),
  "/preview/:source": page(() => import("./publishing/PreviewPage.tsx")),
};

/** The pages in the order of the navigation. A person's start page is the first one that they may see. */
const PAGES: readonly Page[] = [
  {
    path: "/board",
    text: "board",
    count: null,
    permit: "seeBoard",
    more: "",
    component: page(() => import("./board/BoardPage.tsx")),
  },
  {
    path: "/orders",
    text: "orders",
    count: null,
    permit: "seeOrders",
    more: "/:number?",
    component: page(() => import("./orders/OrdersPage.tsx")),
  },
  {
    path: "/checkouts",
    text: "orders",
    count: null,
    permit: "seeOrders",
    more: "",
    component: page(() => import("./orders/checkouts/CheckoutsPage.tsx")),
    isHidden: true,
  },
  {
    path: "/waiting",
    text: "waiting",
    count: "waiting",
    permit: null,
    more: "/:kind?",
    component: page(() => import("./waiting/WaitingPage.tsx")),
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
    component: page(() => import("./stock/StockPage.tsx")),
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
    component: page(() => import("./experiments/ExperimentsPage.tsx")),
  },
  {
    path: "/audit",
    text: "audit",
    count: null,
    permit: "seeAudit",
    more: "",
    component: page(() => import("./audit/AuditPage.tsx")),
  },
  {
    path: "/people",
    text: "people",
    count: null,
    permit: "managePeople",
    more: "",
    component: page(() => import("./people/PeoplePage.tsx")),
  },
];

/** The page for the URL, in the desk's frame. */
export function Pages() {
  const { permits } = useMe();
  const allowed = PAGES.filter(({ permit }) => permit === null || permits.includes(permit));
  const [first] = allowed;
  const [address] = useLocation();
  useEffect(() => {
    const timer = setTimeout(loadAllPages, LOAD_ALL_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Frame entries={allowed.filter(({ isHidden }) => !isHidden)}>
      {/* Each page has its own key, so that a failed page does not block the next one. */}
      <Broken key={pageOf(address)}>
        <Suspense fallback={<PageMissing />}>
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
            <Route path={`${SECTIONS}/:section`}>
              <Section />
            </Route>
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
