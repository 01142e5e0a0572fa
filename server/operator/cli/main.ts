import { runProgram } from "./cli.ts";

// `kasse`, as installed in the image and on servers (deploy/kasse).
await runProgram("kasse");
