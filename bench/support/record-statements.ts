import { appendFileSync } from "node:fs";
import { recordStatements } from "../../test/support/statement-recorder.ts";

// Loaded into a server with `--import`: appends every statement to the file in KASSE_RECORD, one JSON object per line.
const file = process.env["KASSE_RECORD"];
if (file === undefined) throw new Error("KASSE_RECORD is not set");
recordStatements((statement) => appendFileSync(file, `${JSON.stringify(statement)}\n`));
