import { loadDeskBundle } from "./desk/pages/bundle.ts";
import { loadBundle } from "./pages/assets.ts";
import { run } from "./run.ts";

// `npm start`.
await run({ shop: loadBundle, desk: loadDeskBundle });
