import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { Page } from "#contract/page.ts";
import { xsrfToken } from "#web/api/xsrf.ts";
import { usePath } from "#web/app/location.ts";
import { usePage } from "#web/app/page-context.tsx";
import { browserStorage } from "#web/session/storage.ts";
import { localPath } from "#web/site/paths.ts";
import { PREPARED } from "../../pages.ts";
import { askForCheckout } from "./ask-shop.ts";
import { Blocked } from "./Blocked.tsx";
import { Ended } from "./Ended.tsx";
import { createChannel } from "./host-channel.ts";
import { catchLinks, isFramedAddress, openWindow } from "./links.ts";
import { Outside } from "./Outside.tsx";
import { PaymentWindow } from "./PaymentWindow.tsx";
import { createProtocol, type UcpCheckout } from "./protocol.ts";
import { isHostOf, withHost } from "./shown-to.ts";
import { embeddedRequest, type EmbeddedRequest } from "./request.ts";

/** How long a press counts as the one before, in ms. */
const SAME_PRESS_MS = 1000;

type Host = NonNullable<Page["embedded"]>;

/**
 * The part of the checkout that runs only in a frame of another site: it tells the host about the checkout by the
 * embedded protocol, and opens in windows what the frame cannot show.
 */
export default function Embedded() {
  const { embedded } = usePage();
  return embedded && <Frame host={embedded} />;
}

function Frame({ host }: { readonly host: Host }) {
  const t = useTranslations("prepared.frame");
  const { locale } = usePage();
  const path = usePath();
  const [request] = useState(() => embeddedRequest(location.search, host.delegations));
  const [{ protocol, listen, host: origin }] = useState(() => connect(host, request));
  const [left, setLeft] = useState<URL | null>(null);
  const [isBlocked, setBlocked] = useState(false);
  // Without cookies, the server refuses every change.
  const [cannotRun] = useState(() => request.version !== host.version || xsrfToken() === "");

  const begin = useEffectEvent(() => {
    if (cannotRun) protocol.fail("not_supported_error", t("outside.text"), topLevelAddress());
    else protocol.begin();
  });
  useEffect(() => {
    const close = listen();
    begin();
    return close;
  }, [listen]);

  const tell = useEffectEvent(async () => {
    const isProposal = path === PREPARED.path;
    const found = await askForCheckout(isProposal);
    if (typeof found === "string")
      return protocol.fail("not_found", found, new URL(localPath(locale, "home"), location.href).href);
    if (found && mayRead(found, await origin, isProposal)) protocol.show(found);
  });
  useEffect(() => {
    if (cannotRun) return;
    const tellNow = () => void tell();
    // That page says itself when it has been answered.
    if (path !== PREPARED.path) tellNow();
    addEventListener("prepared", tellNow);
    return () => removeEventListener("prepared", tellNow);
  }, [cannotRun, path]);

  /** The last window that was asked for: a second press right after it is the same one. */
  const opened = useRef({ url: "", at: -Infinity });
  const openOutside = useCallback(
    (url: string) => {
      const { url: last, at } = opened.current;
      if (url === last && performance.now() - at < SAME_PRESS_MS) return;
      opened.current = { url, at: performance.now() };
      if (protocol.opensWindows) void protocol.openWindow(url).then((isOpen) => setBlocked(!isOpen));
      else setBlocked(!openWindow(url));
    },
    [protocol],
  );
  useEffect(() => catchLinks(openOutside), [openOutside]);
  useEffect(() => {
    const leave = (event: Event) => {
      if (!(event instanceof CustomEvent)) return;
      event.preventDefault();
      setLeft(new URL(String(event.detail), location.href));
    };
    addEventListener("leave", leave);
    return () => removeEventListener("leave", leave);
  }, []);

  if (cannotRun) return <Outside href={topLevelAddress()} />;
  if (left === null) return isBlocked ? <Blocked onClose={() => setBlocked(false)} /> : null;
  if (left.origin === location.origin && !isFramedAddress(left)) return <Ended href={left.href} />;
  return <PaymentWindow href={left.href} isBlocked={isBlocked} onClose={() => setLeft(null)} />;
}

function connect(host: Host, request: EmbeddedRequest) {
  // Some browsers do not say the host's origin.
  const windows = { own: window, parent, parentOrigin: location.ancestorOrigins?.[0] };
  const { channel, listen, host: origin } = createChannel(host.origins, windows, (data) => protocol.receive(data));
  const protocol = createProtocol(channel, { version: host.version, delegate: request.delegate });
  return { protocol, listen, host: origin };
}

/** Returns whether a host may read about a checkout. The one that shows a proposal may from then on. */
function mayRead({ id }: UcpCheckout, host: string, isProposal: boolean): boolean {
  if (typeof id !== "string") return false;
  if (isProposal) browserStorage.write("framed-by", withHost(browserStorage.read("framed-by"), id, host));
  return isHostOf(browserStorage.read("framed-by"), id, host);
}

/** Returns the address of this page outside the frame, with the link's secret. */
const topLevelAddress = () => location.origin + location.pathname + location.hash;
