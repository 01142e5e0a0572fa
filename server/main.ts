import { run } from "./run.ts";

// `npm start`.
await run();
