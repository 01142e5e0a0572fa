import { permitsOf, type DeskPermit } from "#core/desk/roles.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import type { DeskAct, DeskSection, DeskSections } from "#server/extension/desk-section.ts";
import type { DeskPerson } from "#server/operator/desk-people/people.ts";

type Closed = "notFound" | "forbidden";

export const hasPermit = ({ roles }: Pick<DeskPerson, "roles">, permit: DeskPermit): boolean =>
  permitsOf(roles).includes(permit);

/** Returns the page of an extension, if the person may see it. */
export function sectionFor(sections: DeskSections, name: string, person: DeskPerson): Result<DeskSection, Closed> {
  const section = sections.get(name);
  if (!section) return fail("notFound");
  return hasPermit(person, section.permit) ? ok(section) : fail("forbidden");
}

/** Returns the act with this name; undefined if there is none. */
export const actOf = ({ acts }: DeskSection, name: string): DeskAct | undefined =>
  Object.hasOwn(acts, name) ? acts[name] : undefined;

/** Returns an act of a page, if the person may do it. */
export function actFor(section: DeskSection, name: string, person: DeskPerson): Result<DeskAct, Closed> {
  const act = actOf(section, name);
  if (!act) return fail("notFound");
  return hasPermit(person, act.permit) ? ok(act) : fail("forbidden");
}
