import { runProgram } from "./cli.ts";

// `kasse`, as an image and a server have it (deploy/kasse).
await runProgram("kasse");
