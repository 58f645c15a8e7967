// Runs all tests of the page in one process, because starting a process for each file takes longer than the tests.

import { readdirSync } from "node:fs";

const folder = new URL(".", import.meta.url);
for (const file of readdirSync(folder).sort()) if (file.endsWith(".test.js")) await import(new URL(file, folder).href);
