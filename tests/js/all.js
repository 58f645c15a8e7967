// All tests of the page in one process: to start one for each file takes longer than the tests do.

import { readdirSync } from "node:fs";

const folder = new URL(".", import.meta.url);
for (const file of readdirSync(folder).sort()) if (file.endsWith(".test.js")) await import(new URL(file, folder).href);
