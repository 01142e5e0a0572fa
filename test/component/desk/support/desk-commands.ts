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

const FIRST = "first@example.ch";
let admin: Promise<DeskBrowser> | null = null;

/** Returns the first person, whom a command invites and who invites all others. */
async function firstPerson(): Promise<DeskBrowser> {
  const args = `dist/programs/kasse.js desk invite ${FIRST} --name first --role admin`.split(" ");
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...settings() } });
  return accept(newBrowser(), stdout);
}

/** Invites a person. Returns the link with which they accept. */
async function invite(email: string, roles: readonly DeskRole[]): Promise<string> {
  const browser = await (admin ??= firstPerson());
  const body = { email, name: email.split("@")[0] ?? "", roles: [...roles] };
  await renew(browser, FIRST);
  const reply = await browser.call("invite", { body });
  if (typeof reply.body.link !== "string") throw new Error(`${email} was not invited: ${JSON.stringify(reply)}`);
  return reply.body.link;
}

/** Logs a person in again. On a slow machine, half an hour can pass between two files, after which a login ends. */
async function renew(browser: DeskBrowser, email: string): Promise<DeskBrowser> {
  const { status } = await browser.call("me");
  if (status === 401) await browser.call("login", { body: { email, password: DESK_PASSWORD } });
  return browser;
}

const people = new Map<string, DeskBrowser>();

async function personOf(email: string, roles: readonly DeskRole[]): Promise<DeskBrowser> {
  const known = people.get(email);
  if (known) return renew(known, email);
  const person = await accept(newBrowser(), await invite(email, roles));
  people.set(email, person);
  return person;
}

/** Logs a person in at the desk, in the browser of the tests; invites unknown people first. */
export const deskLogIn: BrowserCommand<[email: string, roles: readonly DeskRole[]]> = async (
  { context, page },
  email,
  roles,
) => {
  const { cookie } = await personOf(email, roles);
  const [name = "", value = ""] = cookie?.split(/=(.*)/) ?? [];
  await context.addCookies([{ name, value, url: new URL(page.url()).origin }]);
};

/** Removes the login from the browser of the tests. */
export const deskLogOut: BrowserCommand<[]> = ({ context }) => context.clearCookies();

/** Receives pieces of an article as another person, in another browser. */
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

/** Changes a text of the mobile tariffs in a draft as another person, in another browser. */
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

/** Performs an action on an order as another person of support, in another browser. */
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
 * Makes a sale for the desk; returns its order's number, if it has one. `person` overrides fields of the order's
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

/** Queries or changes the shop's database, for faults that cannot be caused on a page. */
export const deskQuery: BrowserCommand<[text: string]> = async (_context, text): Promise<readonly Row[]> => {
  const client = new pg.Client(settings()["DATABASE_URL"]);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};
