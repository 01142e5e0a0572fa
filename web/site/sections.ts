import type { AnswerOf } from "#contract/endpoints.ts";

export type Group = AnswerOf<"catalogue">["products"][number]["group"];

/** Sections of the shop window in their order; their names are the anchors of the header's navigation. */
export const SECTIONS = {
  mobile: ["postpaid", "simOnly"],
  devices: ["device"],
  prepaid: ["prepaid"],
  tv: ["tv", "tvPrepaid"],
} as const satisfies Record<string, readonly Group[]>;
export type SectionName = keyof typeof SECTIONS;

export function sectionOf(group: Group): SectionName {
  const names = Object.keys(SECTIONS) as SectionName[];
  return names.find((name) => (SECTIONS[name] as readonly Group[]).includes(group)) ?? "mobile";
}
