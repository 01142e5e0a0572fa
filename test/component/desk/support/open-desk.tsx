import { cleanup, render } from "vitest-browser-react";
import { commands } from "vitest/browser";
import { DESK_PAGES } from "#contract/desk/paths.ts";
import type { DeskRole } from "#core/desk/roles.ts";
import { loadTexts } from "#desk/app/texts.tsx";
import { Desk } from "#desk/Desk.tsx";
import deskStyles from "#desk/kit/desk.css?inline";
import "#web/frame-styles.ts";
import type * as deskCommands from "./desk-commands.ts";
import { forgetCalls } from "./calls.ts";

/** A command as tests call it: without the context that the runner adds. */
type AsCalled<Command> = Command extends (context: never, ...args: infer Args) => infer Answer
  ? (...args: Args) => Promise<Awaited<Answer>>
  : never;

type Commands = typeof deskCommands;

declare module "vitest/browser" {
  interface BrowserCommands {
    deskLogIn: AsCalled<Commands["deskLogIn"]>;
    deskLogOut: AsCalled<Commands["deskLogOut"]>;
    deskDelivery: AsCalled<Commands["deskDelivery"]>;
    deskDraftChange: AsCalled<Commands["deskDraftChange"]>;
    deskAct: AsCalled<Commands["deskAct"]>;
    deskSale: AsCalled<Commands["deskSale"]>;
    deskQuery: AsCalled<Commands["deskQuery"]>;
  }
}

/**
 * Logs in a person, invited first if necessary, and opens a page of the desk such as `/orders`. Its calls go to a real
 * desk.
 */
export async function openDesk(path: string, email: string, ...roles: readonly DeskRole[]): Promise<void> {
  await cleanup();
  forgetCalls();
  await commands.deskLogIn(email, roles);
  await goTo(path);
}

/** Simulates opening an address by hand: the components mount anew there. */
export async function goTo(path: string): Promise<void> {
  history.pushState(null, "", DESK_PAGES + path);
  await reload();
}

/** Simulates a reload: the components mount anew with the browser's stored data. */
export async function reload(): Promise<void> {
  await cleanup();
  await render(
    <>
      <style>{deskStyles}</style>
      <Desk brand="Kasse" runs="Kasse 1.0.0 · vouchers" first={{ locale: "de", texts: await loadTexts("de") }} />
    </>,
  );
}
