import { readFileSync } from "node:fs";
import { record, STORIES } from "../tools/spoken/record.ts";
import { FULL } from "./support/full.ts";
import { expect, test } from "./support/server.ts";

// One sale in a short run; all of them take more than 40 s.
for (const story of FULL ? STORIES : STORIES.slice(0, 1))
  test(`${story.file} contains the output of a screen reader in the sale; npm run spoken records it anew`, async ({
    page,
  }) => {
    expect(await record(page, story)).toBe(readFileSync(story.file, "utf8"));
  });
