import type { ReactNode } from "react";
import { CONTENT_ELEMENT } from "#web/site/page.ts";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { OldBrowser } from "./OldBrowser.tsx";
import { SkipLink } from "./SkipLink.tsx";

type Props = {
  /** The path without locale prefix, which the language links keep. */
  readonly path: string;
  readonly children: ReactNode;
};

/** What is around the content of every page. Only the server renders it; `frame-script.ts` adds what needs a script. */
export function Frame({ path, children }: Props) {
  return (
    <>
      <OldBrowser />
      <SkipLink />
      <Header path={path} />
      <main id={CONTENT_ELEMENT}>{children}</main>
      <Footer />
    </>
  );
}
