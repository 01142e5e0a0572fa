import { useCallback, useEffect, useState } from "react";
import { call } from "#web/api/call.ts";

export type PhotoLink =
  | { readonly state: "asking" | "failed" | "expired" }
  | { readonly state: "waiting"; readonly url: string; readonly until: number };

/** Milliseconds between two questions whether the picture has come. */
const PAUSE = 2500;

/** A link for the phone, made on entry and by `renew`; asks while the page is looked at, until the picture is here or the time is over. */
export function usePhotoLink(onReceived: () => void): { readonly link: PhotoLink; readonly renew: () => void } {
  const [link, setLink] = useState<PhotoLink>({ state: "asking" });
  const asking = link.state === "asking";
  const until = link.state === "waiting" ? link.until : null;

  useEffect(() => {
    if (!asking) return;
    let here = true;
    void call("photoLink", { body: {} }).then((result) => {
      if (!here) return;
      if (!result.ok) return setLink({ state: "failed" });
      const { url, secondsLeft } = result.value;
      setLink({ state: "waiting", url, until: Date.now() + secondsLeft * 1000 });
    });
    return () => {
      here = false;
    };
  }, [asking]);

  useEffect(() => {
    if (until === null) return;
    let here = true;
    let running = false;
    const ask = async () => {
      if (running || document.hidden) return;
      if (Date.now() > until) return setLink({ state: "expired" });
      running = true;
      const result = await call("photoLinkState", {});
      running = false;
      if (!here || !result.ok) return;
      if (result.value.state === "received") onReceived();
      if (result.value.state === "expired") setLink({ state: "expired" });
    };
    const timer = setInterval(() => void ask(), PAUSE);
    return () => {
      here = false;
      clearInterval(timer);
    };
  }, [until, onReceived]);

  return { link, renew: useCallback(() => setLink({ state: "asking" }), []) };
}
