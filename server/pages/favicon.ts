import type { Brand, BrandPicture } from "#server/shop/brand/brand.ts";

/** The brand's icon, or a default in its colours: a square divided by a diagonal. */
export function favicon({ colours, pictures }: Brand): BrandPicture {
  if (pictures.favicon) return pictures.favicon;
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colours.brand}"/><path d="M6 6h20L6 26z" fill="${colours.accent}"/><path d="M26 6v20H6z" fill="#fff"/></svg>`;
  return { type: "image/svg+xml", bytes: Buffer.from(mark) };
}
