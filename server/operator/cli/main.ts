import { runProgram } from "./program.ts";

// `kasse`, as an image and a server have it (deploy/kasse).
await runProgram("kasse");
