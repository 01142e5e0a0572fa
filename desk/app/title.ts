import { useEffect } from "react";
import { useBrand } from "./brand.ts";

/** Sets the title of the browser's tab. */
export function useTitle(title: string): void {
  const brand = useBrand();
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
}
