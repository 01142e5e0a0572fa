import { relative } from "node:path";
import { afterAll, expect, inject } from "vitest";
import { takeCore } from "./core.ts";

/** Loaded before each test file in Node: the file waits for a core of the machine, and gives it back at its end. */
const file = relative(process.cwd(), expect.getState().testPath ?? "");
const release = await takeCore({ suite: inject("suite"), file });
afterAll(release);
