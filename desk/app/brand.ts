import { createContext, useContext } from "react";

const BrandContext = createContext("");
export const BrandProvider = BrandContext.Provider;

/** The name of the shop. */
export const useBrand = (): string => useContext(BrandContext);
