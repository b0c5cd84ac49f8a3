/** Writes docs/endpoints.md and docs/rules.md from the code; with --check it only says whether they are stale. */
import { parseArgs } from 'node:util';
import { endpointsPage } from './house/endpoints-page.ts';
import { rulesPage } from './house/rules-page.ts';
import { keepText } from './house/written.ts';

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
const pages = { 'docs/endpoints.md': endpointsPage(), 'docs/rules.md': rulesPage() };
const changed = Object.entries(pages).filter(([path, text]) => keepText(path, text, check));

for (const [path] of changed) console.log(`${path} ${check ? 'is stale: run npm run docs' : 'written'}`);
if (check && changed.length > 0) process.exitCode = 1;
