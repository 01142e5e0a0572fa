import { startWebkit } from "./support/webkit.ts";
import { testBrowser } from "./support/suite.ts";

testBrowser("webkit", startWebkit);
