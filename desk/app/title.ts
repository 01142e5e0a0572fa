import { useEffect, createContext, useContext } from "react";

/** Sets the title of the browser's tab. */
export function useTitle(title: string): void {
  const brand = useBrand();
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
}

const BrandContext = createContext("");
export const BrandProvider = BrandContext.Provider;

const RunsContext = createContext("");
export const RunsProvider = RunsContext.Provider;

/** Returns the version of Kasse, and its extensions from outside. */
export const useRuns = (): string => useContext(RunsContext);

/** Returns the name of the shop. */
export const useBrand = (): string => useContext(BrandContext);
