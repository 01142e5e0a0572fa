import type { DeskServices } from "#server/desk/services.ts";
import { CATALOGUE } from "./catalogue-kind.ts";
import type { PublishedKind } from "./kind.ts";
import { textsKind } from "./texts-kind.ts";

/** What the calls about drafts and versions need. */
export type PublishingNeeds = Pick<DeskServices, "db" | "now" | "brandFile" | "lookAtTexts">;

/** The kind with this name; null if there is none. */
export function kindOf({ brandFile }: Pick<PublishingNeeds, "brandFile">, name: string): PublishedKind | null {
  return [CATALOGUE, textsKind(brandFile)].find((kind) => kind.name === name) ?? null;
}
