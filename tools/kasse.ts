import { runProgram } from "#server/operator/cli/cli.ts";

// The program of `npm run kasse`, in a checkout.
await runProgram("npm run kasse --");
