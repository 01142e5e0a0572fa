import { LOCALES } from "../../core/text/locale.ts";
import { Board } from "../desk/board.ts";
import { DESK_CALLS, deskFailuresOf } from "../desk/calls.ts";
import { Experiments } from "../desk/experiments.ts";
import { FIGURE_CALLS } from "../desk/figure-calls.ts";
import { LOGIN_CALLS } from "../desk/login-calls.ts";
import { DeskEvent, DeskOrder } from "../desk/order-answers.ts";
import { DESK_API, DESK_PATHS, SHOWN_PERSON, type DeskCallName } from "../desk/paths.ts";
import { Logins, Me, Passkeys, People } from "../desk/people-answers.ts";
import { CredentialOptions } from "../schemas/account.ts";
import { PUBLISHING_CALLS } from "../desk/publishing-calls.ts";
import { Draft, Published, StockLedger } from "../desk/publishing-answers.ts";
import { Section } from "../desk/section-answers.ts";
import { SECTION_CALLS } from "../desk/section-calls.ts";
import { Nothing } from "../schemas/fields.ts";
import { parameter, type Described } from "./described.ts";

const ABOUT = `The desk of the operator's people, on the management port.

Amounts are CHF with at most two decimals. A login sets a cookie; each access to personal data and each
change is recorded in the audit log. A failure is \`{"failure": "<name>", …}\`, without a message: pages have the messages
in their language.`;

const PARTS = {
  Login: "Logging in and out, own passwords, passkeys and logins",
  Publishing: "Catalogue, texts and stock",
  Figures: "The board and experiments",
  Extensions: "The pages that extensions describe",
  Desk: "Orders, what waits, the audit log and people",
} as const;
type Part = keyof typeof PARTS;

function partOf(name: string): Part {
  if (name in LOGIN_CALLS) return "Login";
  if (name in PUBLISHING_CALLS) return "Publishing";
  if (name in SECTION_CALLS) return "Extensions";
  return name in FIGURE_CALLS ? "Figures" : "Desk";
}

/** The desk's API. */
export const DESK_INTERFACE: Described = {
  title: "Kasse, desk",
  about: ABOUT,
  prefix: DESK_API,
  paths: DESK_PATHS,
  calls: DESK_CALLS,
  failuresOf: (name) => deskFailuresOf(name as DeskCallName),
  named: true,
  tags: Object.entries(PARTS).map(([name, description]) => ({ name, description })),
  tagOf: partOf,
  securitySchemes: {
    login: { type: "apiKey", in: "cookie", name: "kasse-desk", description: "Set by a login" },
  },
  security: ({ who }) => (who === "anybody" ? [] : [{ login: [] }]),
  headers: ({ who, from }) =>
    from
      ? []
      : [
          {
            ...parameter("header", "locale", false, "Language of texts in the answer; German if absent"),
            schema: { type: "string", enum: LOCALES },
          },
          ...(who === "anybody"
            ? []
            : [
                parameter("header", SHOWN_PERSON, false, "The id of the person whom the page shows: `id` of `GET /me`"),
              ]),
        ],
  parameters: {
    number: "The number of the order",
    id: "The id from a list",
    kind: "What is published, `catalogue` or `texts`; or the kind of something that waits",
    version: "The number of the version",
    article: "The article's code in the catalogue",
    section: "The name of the extension",
    act: "The name of the act",
    text: "The typed text",
    after: "`next` of the previous page",
  },
  shared: {
    requests: {},
    answers: {
      Me,
      CredentialOptions,
      Passkeys,
      Logins,
      DeskOrder,
      DeskEvent,
      People,
      Published,
      Draft,
      StockLedger,
      Experiments,
      Board,
      Section,
      Nothing,
    },
  },
};
