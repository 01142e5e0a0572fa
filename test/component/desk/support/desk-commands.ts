import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";
import type { BrowserCommand } from "vitest/node";
import type { SentDeskBody } from "#contract/desk/calls.ts";
import type { DeskRole } from "#core/desk/roles.ts";
import { DESK_PASSWORD, DeskBrowser } from "../../../support/desk-browser.ts";
import { salesIn } from "../../../support/desk-sales.ts";
import { picture } from "../../../support/people.ts";
import { Shopper } from "../../../support/shopper.ts";

type Sales = ReturnType<typeof salesIn>;
type Row = Readonly<Record<string, unknown>>;

const deskUrl = () => `http://127.0.0.1:${process.env["KASSE_COMPONENT_DESK_PORT"]}`;
const newBrowser = () => new DeskBrowser({ kasse: { managementAddress: deskUrl() } });
/** Set by the global setup, which starts the shop. */
const settings = () => JSON.parse(process.env["KASSE_COMPONENT_SETTINGS"] ?? "{}") as Record<string, string>;

async function accept(browser: DeskBrowser, link: string): Promise<DeskBrowser> {
  const body = { secret: link.split("#")[1]?.trim() ?? "", password: DESK_PASSWORD };
  const { status } = await browser.call("acceptInvitation", { body });
  if (status !== 200) throw new Error(`The invitation was answered with ${status}`);
  return browser;
}

let admin: Promise<DeskBrowser> | null = null;

/** The first person, whom a command invites; this one invites all others. */
async function firstPerson(): Promise<DeskBrowser> {
  const args = "dist/programs/kasse.js desk invite first@example.ch --name first --role admin".split(" ");
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...settings() } });
  return accept(newBrowser(), stdout);
}

const people = new Map<string, DeskBrowser>();

async function personOf(email: string, roles: readonly DeskRole[]): Promise<DeskBrowser> {
  const known = people.get(email);
  if (known) return known;
  const name = email.split("@")[0] ?? "";
  const { body } = await (await (admin ??= firstPerson())).call("invite", { body: { email, name, roles: [...roles] } });
  if (body.link === null) throw new Error(`${email} was not invited`);
  const person = await accept(newBrowser(), body.link);
  people.set(email, person);
  return person;
}

/** Logs somebody in at the desk, in the browser of the tests; invites who is not known yet. */
export const deskLogIn: BrowserCommand<[email: string, roles: readonly DeskRole[]]> = async (
  { context, page },
  email,
  roles,
) => {
  const { cookie } = await personOf(email, roles);
  const [name = "", value = ""] = cookie?.split(/=(.*)/) ?? [];
  await context.addCookies([{ name, value, url: new URL(page.url()).origin }]);
};

/** The login in the browser of the tests is gone. */
export const deskLogOut: BrowserCommand<[]> = ({ context }) => context.clearCookies();

/** Somebody else receives pieces of an article, in another browser. */
export const deskDelivery: BrowserCommand<[email: string, article: string, pieces: number]> = async (
  _context,
  email,
  article,
  pieces,
) => {
  const person = await personOf(email, ["catalogue"]);
  const body = { kind: "received", pieces, reason: "Lieferung 4712" } as const;
  const { status } = await person.call("changeStock", { params: { article }, body });
  if (status !== 200) throw new Error(`The delivery was answered with ${status}`);
};

/** Somebody else changes a text of the mobile tariffs in a draft, in another browser. */
export const deskDraftChange: BrowserCommand<[email: string, id: string, was: string, now: string]> = async (
  _context,
  email,
  id,
  was,
  now,
) => {
  const person = await personOf(email, ["catalogue"]);
  const params = { kind: "catalogue", id };
  const file = "mobile-tariffs.json";
  const { body: draft } = await person.call("draft", { params });
  const content = JSON.parse(JSON.stringify(draft.content[file]).replace(was, now)) as Record<string, unknown>;
  const { status } = await person.call("saveDraft", { params, body: { revision: draft.revision, file, content } });
  if (status !== 200) throw new Error(`The change was answered with ${status}`);
};

/** Somebody of support does something to an order, in another browser. */
export const deskAct: BrowserCommand<[email: string, number: string, act: Omit<SentDeskBody<"act">, "seen">]> = async (
  _context,
  email,
  number,
  act,
) => {
  const { status } = await (await personOf(email, ["support"])).act(number, act);
  if (status !== 200) throw new Error(`The act was answered with ${status}`);
};

/**
 * A sale for the desk to look at; returns its order's number, if it has one. `person`: what differs of an order's
 * customer.
 */
export const deskSale: BrowserCommand<
  [kind: "held" | "order" | "declined", email: string, person?: Readonly<Record<string, string>>],
  string | undefined
> = async (_context, kind, email, person) => {
  const sales: Sales = salesIn(
    { shopper: () => new Shopper(`http://127.0.0.1:${process.env["KASSE_COMPONENT_PORT"]}`) },
    await picture(),
  );
  if (kind === "declined") {
    await sales.declined(email, "PREPAID20");
    return undefined;
  }
  return (await sales[kind](email, person)).number;
};

/** Asks or changes the shop's own database, for faults that no page makes. */
export const deskQuery: BrowserCommand<[text: string]> = async (_context, text): Promise<readonly Row[]> => {
  const client = new pg.Client(settings()["DATABASE_URL"]);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};
