import { useCallback, useEffect, useState } from "react";
import { call } from "#web/api/call.ts";

export type PhotoLink =
  | { readonly state: "creating" | "failed" | "expired" }
  | {
      readonly state: "waiting";
      readonly url: string;
      readonly until: number;
      /** The secret that authorises reading the picture. */
      readonly reading: string | undefined;
    };

/** Interval between two polls for the picture, in ms. */
const POLL_INTERVAL_MS = 2500;

/**
 * Creates a link for the phone, and a new one on `renew`. While the page is visible, polls until the picture arrives or
 * the link expires.
 */
export function usePhotoLink(onReceived: (reading: string | undefined) => void): {
  readonly link: PhotoLink;
  readonly renew: () => void;
} {
  const [link, setLink] = useState<PhotoLink>({ state: "creating" });
  const creating = link.state === "creating";
  const until = link.state === "waiting" ? link.until : null;
  const reading = link.state === "waiting" ? link.reading : undefined;

  useEffect(() => {
    if (!creating) return;
    let active = true;
    void call("photoLink", { body: {} }).then((result) => {
      if (!active) return;
      if (!result.ok) return setLink({ state: "failed" });
      const { url, secondsLeft, reading } = result.value;
      setLink({ state: "waiting", url, until: Date.now() + secondsLeft * 1000, reading });
    });
    return () => {
      active = false;
    };
  }, [creating]);

  useEffect(() => {
    if (until === null) return;
    let active = true;
    let running = false;
    const poll = async () => {
      if (running || document.hidden) return;
      if (Date.now() > until) return setLink({ state: "expired" });
      running = true;
      const result = await call("photoLinkState", {});
      running = false;
      if (!active || !result.ok) return;
      if (result.value.state === "received") onReceived(reading);
      if (result.value.state === "expired") setLink({ state: "expired" });
    };
    const timer = setInterval(() => void poll(), POLL_INTERVAL_MS);
    return () => {
      active = false;
      clearInterval(timer);
    };
  }, [until, reading, onReceived]);

  return { link, renew: useCallback(() => setLink({ state: "creating" }), []) };
}
