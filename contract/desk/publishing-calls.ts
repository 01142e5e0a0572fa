import * as v from "valibot";
import { isStorableJson } from "../../core/text/storable.ts";
import { isStockChange, type StockChange } from "../../core/catalogue/stock.ts";
import type { DeskCall } from "../call.ts";
import { moment, reason, some, wholeNumber } from "./fields.ts";
import { Changes, ContentSchemas, Draft, Published, Stock, StockLedger, Version } from "./publishing-answers.ts";
import type { DeskCallName } from "./paths.ts";

const jsonObject = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((value) => isStorableJson(value)),
);
/** Returns the schema of a change of stock. How many pieces are allowed depends on its kind. */
const stockChange = <Kind extends StockChange["kind"], Entries extends v.ObjectEntries>(kind: Kind, entries: Entries) =>
  v.object({
    ...entries,
    kind: v.literal(kind),
    pieces: v.pipe(
      v.number(),
      v.check((pieces) => isStockChange({ kind, pieces })),
    ),
    reason,
  });

/** The calls about the catalogue, the texts and the stock: drafts, versions, activations, and movements of stock. */
export const PUBLISHING_CALLS = {
  published: {
    about: "What is live, planned and past in the `catalogue` or the `texts`, with drafts and requests",
    who: "seeCatalogue",
    query: null,
    body: null,
    answer: Published,
    fails: ["notFound"],
  },
  publishedSchemas: {
    about: "The JSON Schema of each part",
    who: "seeCatalogue",
    query: null,
    body: null,
    answer: ContentSchemas,
    fails: ["notFound"],
  },
  publishedVersion: {
    about: "The content of a version",
    who: "seeCatalogue",
    query: null,
    body: null,
    answer: Version,
    fails: ["notFound"],
  },
  publishedChanges: {
    about: "How a version differs from what is live at a time; now without `at`",
    who: "seeCatalogue",
    query: v.object({ at: v.optional(moment) }),
    body: null,
    answer: Changes,
    fails: ["notFound"],
  },
  newDraft: {
    about: "Start a draft from a version",
    who: "editCatalogue",
    query: null,
    body: v.object({ version: wholeNumber, name: some(100) }),
    answer: Draft,
    fails: ["notFound"],
  },
  draft: {
    about: "A draft with its errors, and how it differs from what is live",
    who: "seeCatalogue",
    query: null,
    body: null,
    answer: Draft,
    fails: ["notFound"],
  },
  saveDraft: {
    about: "Save one part of a draft; `revision` is the one that was shown",
    who: "editCatalogue",
    query: null,
    body: v.object({ revision: wholeNumber, file: some(50), content: jsonObject }),
    bytes: 1024 * 1024,
    answer: Draft,
    fails: ["notFound", "changed", "alreadyDone"],
  },
  discardDraft: {
    about: "Discard a draft",
    who: "editCatalogue",
    query: null,
    body: v.object({ revision: wholeNumber }),
    answer: Published,
    fails: ["notFound", "changed", "alreadyDone"],
  },
  submitDraft: {
    about: "Submit a draft: once another person confirms it, it is live `from` a time, or at once",
    who: "editCatalogue",
    query: null,
    body: v.object({ revision: wholeNumber, from: v.nullable(moment), reason }),
    answer: Published,
    fails: ["notFound", "changed", "alreadyDone", "notReady", "timePassed", "reasonNeeded"],
  },
  decideActivation: {
    about: "Confirm or reject what another person has submitted; people can only reject their own requests",
    who: "activateCatalogue",
    query: null,
    // `against`: the live version with which the person compared it.
    body: v.object({ confirm: v.boolean(), against: v.nullable(wholeNumber), reason }),
    answer: Published,
    fails: ["notFound", "alreadyDone", "ownRequest", "hindered", "changed", "reasonNeeded"],
  },
  cancelActivation: {
    about: "Cancel a planned activation",
    who: "activateCatalogue",
    query: null,
    body: v.object({ reason }),
    answer: Published,
    fails: ["notFound", "alreadyDone", "reasonNeeded"],
  },
  rollback: {
    about: "Publish the previous version again, at once",
    who: "activateCatalogue",
    query: null,
    body: v.object({ version: wholeNumber, reason }),
    answer: Published,
    fails: ["notFound", "changed", "reasonNeeded"],
  },
  stock: {
    about: "The pieces of each article",
    who: "seeCatalogue",
    query: null,
    body: null,
    answer: Stock,
    fails: [],
  },
  stockLedger: {
    about: "Movements of the stock of an article, newest first",
    who: "seeCatalogue",
    query: null,
    body: null,
    answer: StockLedger,
    fails: ["notFound"],
  },
  changeStock: {
    about: "Record pieces that were received or counted, or a correction of the ledger",
    who: "changeStock",
    query: null,
    body: v.variant("kind", [
      stockChange("received", {}),
      // `seen`: the stock that was shown to the person who counts. A count replaces it, so the count is refused if the
      // stock has changed.
      stockChange("counted", { seen: v.pipe(v.number(), v.safeInteger()) }),
      stockChange("corrected", {}),
    ]),
    answer: StockLedger,
    fails: ["notFound", "changed", "piecesMissing", "reasonNeeded"],
  },
} as const satisfies Partial<Record<DeskCallName, DeskCall>>;
