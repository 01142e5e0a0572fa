import { runProgram } from "#server/operator/cli/program.ts";

// `npm run kasse`, in a checkout.
await runProgram("npm run kasse --");
