import { ZONE_FORMATS } from "#core/document/zone-formats.ts";
import { documentSet, readSetPhoto, type Outcome, type SetPhoto } from "../test/support/document-set.ts";
import { CONDITIONS } from "../tools/documents/page.ts";
import { machine, percentile } from "./support/figures.ts";
import { readOptions, wholeNumber } from "./support/options.ts";

const HELP = `npm run bench:documents -- [--every 1]
Reads the machine-readable zone of each photo in test/fixtures/documents, one after the other. Prints how many were
read completely, how many have a wrong value, and how long a reading takes. --every 10 reads only every tenth photo.`;

const { every } = readOptions(HELP, { every: wholeNumber(1) });
console.log(machine());
const outcomes: { readonly photo: SetPhoto; readonly outcome: Outcome }[] = [];
for (const photo of documentSet().filter((_photo, index) => index % every === 0)) {
  const outcome = await readSetPhoto(photo);
  outcomes.push({ photo, outcome });
  for (const wrong of outcome.wrong) console.log(`${photo.file}: ${wrong}`);
}

const cell = (text: string | number) => String(text).padStart(10);
console.log(
  ["condition".padEnd(10), ...Object.keys(ZONE_FORMATS), "complete", "wrong", "p50 ms", "longest"].map(cell).join(""),
);
for (const condition of CONDITIONS) {
  const those = outcomes.filter(({ photo }) => photo.condition === condition);
  const complete = (found: typeof those) => `${found.filter(({ outcome }) => outcome.complete).length}/${found.length}`;
  const times = those.map(({ outcome }) => outcome.ms);
  console.log(
    [
      condition.padEnd(10),
      ...Object.keys(ZONE_FORMATS).map((format) => complete(those.filter(({ photo }) => photo.format === format))),
      complete(those),
      those.filter(({ outcome }) => outcome.wrong.length > 0).length,
      Math.round(percentile(times, 50)),
      Math.round(Math.max(...times)),
    ]
      .map(cell)
      .join(""),
  );
}
