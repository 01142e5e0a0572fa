import type { ActField, SectionAct, SectionRequest as OnPage } from "#contract/desk/section-answers.ts";
import { requesterFor } from "#core/desk/order-actions.ts";
import type { Locale } from "#core/text/locale.ts";
import { ok } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import type { DeskAct, DeskActField, DeskSection } from "#server/extension/desk-section.ts";
import type { DeskPerson } from "#server/operator/desk-people/people.ts";
import { actOf, hasPermit, sectionFor } from "./access.ts";
import { countOpen, openRequests, type SectionRequest } from "./requests.ts";
import { fetchRows, rowOnWire } from "./rows.ts";

/** Number of rows on a page. */
const PAGE = 50;

/** GET /sections: returns the pages of extensions that the person may see, with the requests that wait there. */
export function sections({ db, sections: all }: Pick<DeskServices, "db" | "sections">): DeskHandler<"sections"> {
  return async ({ person, locale }) => {
    const visible = [...all].filter(([, section]) => hasPermit(person, section.permit));
    // Most shops have no such page, and every page of the desk makes this call.
    const open = visible.length === 0 ? [] : await countOpen(db);
    const waitingIn = (name: string, section: DeskSection) =>
      open
        .filter(({ extension, act }) => extension === name && mayDecide(actOf(section, act), person))
        .reduce((sum, { count }) => sum + Number(count), 0);
    return ok({
      sections: visible.map(([name, section]) => ({
        name,
        title: section.title[locale],
        waiting: waitingIn(name, section),
      })),
    });
  };
}

const mayDecide = (act: DeskAct | undefined, person: DeskPerson): act is DeskAct =>
  act !== undefined && hasPermit(person, act.permit);

/** GET /sections/{section}: returns the words of a page, a page of its rows, and the requests that are open. */
export function section({ db, sections: all }: Pick<DeskServices, "db" | "sections">): DeskHandler<"section"> {
  return async ({ params: { section: name }, query: { text, after }, person, locale }) => {
    const found = sectionFor(all, name, person);
    if (!found.ok) return found;
    const { title, about, columns, acts } = found.value;
    const allowed = Object.entries(acts).filter(([, act]) => hasPermit(person, act.permit));
    const ofRows = allowed.flatMap(([act, { of }]) => (of === "row" ? [act] : []));
    const rows = await fetchRows(name, found.value, { text, after: after ?? null, limit: PAGE + 1 });
    const requests = await openRequests(db, name);
    return ok({
      title: title[locale],
      about: about[locale],
      columns: columns.map((column) => ({ ...column, title: column.title[locale] })),
      acts: allowed.map(([act, described]) => actOnPage(act, described, locale)),
      rows: rows.slice(0, PAGE).map((row) => rowOnWire(name, found.value, row, { acts: ofRows, locale })),
      next: rows.length > PAGE ? (rows[PAGE - 1]?.id ?? null) : null,
      requests: requests.flatMap((request) => {
        const act = actOf(found.value, request.act);
        return mayDecide(act, person) ? [requestOnPage(request, act, { person, locale })] : [];
      }),
    });
  };
}

const actOnPage = (name: string, { of, title, text, danger, second, fields }: DeskAct, locale: Locale): SectionAct => ({
  name,
  of,
  title: title[locale],
  text: text[locale],
  danger: danger === true,
  second: second === true,
  fields: Object.entries(fields).map(([field, described]) => fieldOnPage(field, described, locale)),
});

const fieldOnPage = (name: string, field: DeskActField, locale: Locale): ActField => ({
  name,
  kind: field.kind,
  label: field.label[locale],
  hint: field.hint?.[locale] ?? null,
  required: field.required === true,
  options:
    field.kind === "choice"
      ? Object.entries(field.options).map(([value, label]) => ({ value, label: label[locale] }))
      : [],
});

function requestOnPage(
  request: SectionRequest,
  { title, fields }: DeskAct,
  { person, locale }: { readonly person: DeskPerson; readonly locale: Locale },
): OnPage {
  const { id, row, entered, reason, askedBy, askedById, askerIssuer, askedAt } = request;
  return {
    id,
    title: title[locale],
    row,
    // In the order of the fields; the database keeps none. A field that the act no longer has comes last.
    entered: [...new Set([...Object.keys(fields), ...Object.keys(entered)])].flatMap((name) => {
      const value = Object.hasOwn(entered, name) ? (entered[name] ?? "") : "";
      return value === "" ? [] : [enteredOnPage(name, value, fields, locale)];
    }),
    reason,
    by: askedBy,
    at: askedAt.toISOString(),
    asker: requesterFor({ id: askedById, issuer: askerIssuer }, person),
  };
}

/** Returns something that was entered, as the person who decides reads it. */
function enteredOnPage(
  name: string,
  value: string | number,
  fields: DeskAct["fields"],
  locale: Locale,
): OnPage["entered"][number] {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  // Entered in a field that the extension no longer has.
  if (!field) return { label: name, kind: "text", value };
  const { kind, label } = field;
  const option = kind === "choice" && Object.hasOwn(field.options, value) ? field.options[value] : undefined;
  return { label: label[locale], kind, value: option?.[locale] ?? value };
}
