import fc from "fast-check";
import { test } from "vitest";
import { subjectOf } from "./chain.ts";
import { lineAsSubject } from "./log.ts";

test("no typed text becomes the subject of an outcome line", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.nat().map(lineAsSubject)),
      (typed) => !subjectOf(Buffer.alloc(32, 7), typed).startsWith("line "),
    ),
  );
});
