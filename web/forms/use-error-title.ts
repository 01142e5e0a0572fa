import { useEffect } from "react";
import { useTranslations } from "use-intl";

/** Begins the document's title with "Error: " as long as a failed submission has mistakes left. */
export function useErrorTitle(wrong: boolean): void {
  const prefix = useTranslations("fields")("errorTitle");
  useEffect(() => {
    if (!wrong) return;
    document.title = prefix + document.title;
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [wrong, prefix]);
}
