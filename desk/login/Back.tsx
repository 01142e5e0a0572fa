import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { Alone } from "./Alone.tsx";

/** The end of a login in a second tab. The page is still in the first one. */
export function Back() {
  const t = useTexts("login");
  useTitle(t("back.title"));
  return (
    <Alone title={t("back.title")}>
      <p>{t("back.text")}</p>
    </Alone>
  );
}
