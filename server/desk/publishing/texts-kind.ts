import { toJsonSchema } from "@valibot/to-json-schema";
import type { Changes, Contents } from "#contract/desk/publishing-answers.ts";
import { fieldChanges } from "#core/catalogue/catalogue-diff.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { TEXT_FILES, type Brand, type BrandTexts } from "#server/shop/brand/brand.ts";
import { checkTexts, filesOfTexts, TEXT_FILE_NAMES, textsOf } from "#server/shop/brand/text-files.ts";
import {
  activateTexts,
  cancelTexts,
  FILE_VERSION,
  savedTexts,
  saveTexts,
  textActivations,
} from "#server/shop/brand/text-versions.ts";
import { onSaleAndBefore } from "#server/shop/catalogue/activations.ts";
import type { PublishedKind } from "./kind.ts";

/**
 * Returns the texts of the brand as something to publish: contact, terms and legal pages. `file`: the brand file, whose
 * texts are live until others are published.
 */
export function textsKind(file: Brand): PublishedKind {
  const textsOfVersion = async (db: Handle, version: number): Promise<BrandTexts | null> =>
    version === FILE_VERSION ? textsOf(file) : savedTexts(db, version);
  const changesOf = async (db: Handle, next: BrandTexts, at: Date): Promise<Changes | null> => {
    const { current } = onSaleAndBefore(await textActivations(db), at);
    const texts = current && (await textsOfVersion(db, current.version));
    if (!current || !texts) return null;
    return { at: at.toISOString(), against: current.version, money: [], entries: textChanges(texts, next) };
  };
  return {
    name: "texts",
    parts: TEXT_FILE_NAMES,
    schemas: () =>
      Object.fromEntries(
        TEXT_FILE_NAMES.map((name) => [
          name,
          toJsonSchema(TEXT_FILES[name], { target: "draft-07", typeMode: "input", errorMode: "ignore" }),
        ]),
      ),
    check(content) {
      const checked = checkTexts(content);
      if (!checked.ok) return checked;
      const { texts } = checked;
      return {
        ok: true,
        right: { changes: (db, at) => changesOf(db, texts, at), save: (tx, by) => saveTexts(tx, texts, by) },
      };
    },
    async contentOf(db, version) {
      const texts = await textsOfVersion(db, version);
      return texts && filesOfTexts(texts);
    },
    activations: textActivations,
    activate: activateTexts,
    cancel: cancelTexts,
  };
}

/** Returns the differences between two sets of texts, by part and field. */
function textChanges(old: BrandTexts, next: BrandTexts): Changes["entries"] {
  const [before, after]: readonly [Contents, Contents] = [filesOfTexts(old), filesOfTexts(next)];
  return TEXT_FILE_NAMES.flatMap((name) => {
    const fields = fieldChanges(before[name] as object, after[name] as object);
    return fields.length === 0 ? [] : [{ kind: "changed" as const, what: "texts", code: name, name: "", fields }];
  });
}
