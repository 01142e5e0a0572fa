import type { Brand } from "#server/brand/brand.ts";

/** The brand's mark as an icon: a square, divided from corner to corner. */
export function favicon({ colours }: Brand): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colours.brand}"/><path d="M6 6h20L6 26z" fill="${colours.accent}"/><path d="M26 6v20H6z" fill="#fff"/></svg>`;
}
