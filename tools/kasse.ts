import { runProgram } from "#server/operator/cli/cli.ts";

// `npm run kasse`, in a checkout.
await runProgram("npm run kasse --");
