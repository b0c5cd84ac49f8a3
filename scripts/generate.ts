/** Writes every generated file: contract, tokens of the console, pages in docs/, charts and schema.sql. With --check it reports those that are stale. */
import { parseArgs } from 'node:util';
import { MARK_DRAWING, themedTokens } from '../packages/contract/src/design-tokens.ts';
import { render } from '../packages/contract/scripts/render.ts';
import { writeIfChanged } from './house/write-if-changed.ts';

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
let stale = 0;

function write(path: string, text: string): void {
  if (!writeIfChanged(path, text, check)) return;
  stale += 1;
  console.log(`${path} ${check ? 'is stale: run npm run generate' : 'written'}`);
}

for (const [name, text] of Object.entries(await render())) write(`packages/contract/src/${name}`, text);

write(
  'packages/console/src/ui/tokens.gen.css',
  `/* Written by npm run generate from design-tokens.ts of the contract. */\n${themedTokens()}`,
);
write('packages/console/src/app/icon.svg', MARK_DRAWING);

// These modules read the files that were just written.
const { renderPages } = await import('./house/pages.ts');
const { renderCharts } = await import('../deploy/chart-templates.ts');
const { migratedSchema } = await import('./house/schema-dump.ts');
for (const [path, text] of Object.entries({ ...(await renderPages()), ...renderCharts() })) write(path, text);
write('packages/server/schema.sql', await migratedSchema());

if (check && stale > 0) process.exitCode = 1;
