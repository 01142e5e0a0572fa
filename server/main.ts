import { loadBundle } from "./pages/assets.ts";
import { run } from "./run.ts";

// `npm start`.
await run(loadBundle);
