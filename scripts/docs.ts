/** Writes the generated pages of docs/ from the code; with --check it only reports which are stale. */
import { parseArgs } from 'node:util';
import { renderPages } from './house/pages.ts';
import { writeIfChanged } from './house/write-if-changed.ts';

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
const changed = Object.entries(await renderPages()).filter(([path, text]) => writeIfChanged(path, text, check));

for (const [path] of changed) console.log(`${path} ${check ? 'is stale: run npm run docs' : 'written'}`);
if (check && changed.length > 0) process.exitCode = 1;
