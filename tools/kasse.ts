import { runProgram } from "#server/operator/cli/cli.ts";

// The program of `npm run kasse`, for use in a checkout of the repository.
await runProgram("npm run kasse --");
