import spdxSatisfies from "spdx-satisfies";
import type { LockedPackage } from "./packages.ts";

/** Licences that let an operator run, change and pass on Kasse without having to publish anything. */
const SHIPPED = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
] as const;

/** Licences allowed for tools that build and test Kasse, because these are not passed on. */
const TOOLS = [...SHIPPED, "Artistic-2.0", "CC-BY-3.0", "CC-BY-4.0", "MPL-2.0", "PSF-2.0", "WTFPL", "Zlib"] as const;

/**
 * Packages whose licence a person has read, because their manifest states none, or one with conditions, which are met.
 */
const READ_BY_A_PERSON: readonly { readonly name: RegExp; readonly licence: string | null; readonly why: string }[] = [
  { name: /^png-js$/, licence: null, why: "MIT by its LICENSE; the manifest states none" },
  { name: /^connect-sdk-nodejs$/, licence: "SEE LICENSE IN LICENSE.txt", why: "MIT by its LICENSE.txt" },
  {
    name: /^@img\/sharp-libvips-/,
    licence: "LGPL-3.0-or-later",
    why: "a shared library that sharp loads, unchanged, and that anyone can replace",
  },
  {
    name: /^@img\/sharp-(wasm32|win32-\w+)$/,
    licence: "LGPL-3.0-or-later",
    why: "sharp with the same library, for Windows and browsers; no image of Kasse contains it",
  },
];

/** Returns why a package must not be used; null if it is allowed. */
export function licenceProblem({ name, version, licence, shipped }: LockedPackage): string | null {
  if (
    READ_BY_A_PERSON.some(
      (each) => each.name.test(name) && (each.licence === null ? licence === null : licence?.includes(each.licence)),
    )
  )
    return null;
  if (licence === null) return `${name} ${version} states no licence`;
  try {
    if (spdxSatisfies(licence, shipped ? SHIPPED : TOOLS)) return null;
  } catch {
    return `${name} ${version} has a licence that is not an SPDX expression: ${licence}`;
  }
  return `${name} ${version} has the licence ${licence}, which is not allowed ${shipped ? "in packages that operators run" : "for tools"}`;
}
