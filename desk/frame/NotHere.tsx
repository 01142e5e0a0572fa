import { Link } from "wouter";
import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { Panel } from "#desk/kit/Panel.tsx";

/** An address that does not exist, or that the person who is logged in may not see. */
export function NotHere() {
  const t = useTexts("frame");
  useTitle(t("notHere.title"));
  return (
    <Panel title={t("notHere.title")}>
      <p>{t("notHere.text")}</p>
      <p>
        <Link href="/">{t("notHere.back")}</Link>
      </p>
    </Panel>
  );
}
