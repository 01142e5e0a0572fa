import fc from "fast-check";
import { test } from "vitest";
import { subjectOf } from "./chain.ts";
import { lineAsSubject } from "./log.ts";

test("nothing that somebody types is the line of an outcome", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.nat().map(lineAsSubject)),
      (typed) => !subjectOf(Buffer.alloc(32, 7), typed).startsWith("line "),
    ),
  );
});
