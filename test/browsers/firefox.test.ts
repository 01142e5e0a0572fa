import { startFirefox } from "./support/firefox.ts";
import { testBrowser } from "./support/suite.ts";

testBrowser("firefox", startFirefox);
