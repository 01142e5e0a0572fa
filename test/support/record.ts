import { afterAll, expect, inject } from "vitest";
import { noteRequest, saveRecord } from "./recorder.ts";

/** Loaded before each file of HTTP tests: records its exchanges with a server at its end. */
const RECORDED = Symbol.for("kasse.recorded");
const send = globalThis.fetch;
// A worker loads this again for each of its files, and keeps its globals.
if (!(RECORDED in send)) {
  const recorded: typeof fetch = async (input, init) => {
    const response = await send(input, init);
    noteRequest(init?.method ?? "GET", input instanceof Request ? input.url : String(input), response.status);
    return response;
  };
  globalThis.fetch = Object.assign(recorded, { [RECORDED]: true });
}

afterAll(() => {
  const { testPath } = expect.getState();
  const folder = inject("records");
  if (testPath && folder) saveRecord(folder, testPath);
});
