// run: own process, waiting, on request because it installs packages from the registry
/** The commands of contributors, run in a fresh clone; no server runs. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { blockOf, makeClone, type Clone } from './clone.ts';

const clone: Clone = await makeClone();
after(() => clone.remove());

describe('a contributor with a fresh clone', { concurrency: false }, () => {
  it('finds an operation with `npm run where`', async () => {
    // tries `npm run where -- "POST /…"`
    const output = await clone.run('npm run where -- "POST /orchestration/schedules/42/triggers"');
    assert.match(output, /file +packages\/server\/src\/features\/orchestration\/schedules\/[a-z-]+\.ts:\d+/);
    assert.match(output, /tested at/);
  });

  it('passes `npm run check`', async () => {
    // tries `npm test -- schedules`, `npm run check -- schedules`: with another word, as a part of npm run check
    // tries `npm run check`: with a word: CI runs all tests
    const output = await clone.run('npm run check -- scripts/house');
    for (const step of ['format', 'lint', 'types', 'generated files', 'tests']) assert.match(output, new RegExp(`^✓ ${step} `, 'm'));
    assert.match(output, /\b0 failed/);
  });

  it('writes the generated files, which changes nothing', async () => {
    // tries `npm run generate`, `npm run docs`
    for (const command of ['npm run generate', 'npm run docs']) await clone.run(command);
    assert.equal(await clone.run('git status --porcelain'), '');
  });

  it('pins the packages of an example again', async () => {
    // tries `npm install --package-lock-only --ignore-scripts --omit-lockfile-registry-resolved`
    await clone.run('cd examples/load-airports && npm install --package-lock-only --ignore-scripts --omit-lockfile-registry-resolved');
    await clone.run('git checkout -- examples');
  });

  it('creates an endpoint', async () => {
    const folder = join(clone.folder, 'packages/server/src/features/processing/task-executions');
    const operations = join(folder, 'operations.ts');
    const text = await readFile(operations, 'utf8');
    const without = text.replace(/\/\*\* Reads one execution\. \*\/\nexport const getTaskExecution = [\s\S]*?\n\}\);\n\n/, '');
    assert.notEqual(without, text);
    await writeFile(operations, without);
    await rm(join(folder, 'get-task-execution.test.ts'));
    // tries `npm run new:endpoint -- "POST /…" SVC_OPERATOR`, `npm run new:endpoint -- "METHOD /path" <permission>`
    // tries `npm run new:endpoint -- "POST /…" <permission>`
    await clone.run('npm run new:endpoint -- "GET /processing/executions/{executionId}" signed-in');
    assert.match(await readFile(operations, 'utf8'), /endpoint\('GET \/processing\/executions\/\{executionId\}'/);
    assert.ok(existsSync(join(folder, 'get-task-execution.test.ts')));
    await clone.run('git checkout -- packages');
  });

  it('packs an engine, installs and pairs it as docs/engines.md says', async () => {
    // The second line is for the machine of the engine, where the tarball is in the current folder.
    const [pack = '', install = ''] = blockOf('docs/engines.md', 'npm run pack:engine', clone).split('\n');
    await clone.run(pack);
    const prefix = join(clone.home, 'prefix');
    await clone.run(`cd dist && ${install}`, { environment: { npm_config_prefix: prefix, npm_config_offline: 'true' } });
    const engine = { environment: { PATH: `${join(prefix, 'bin')}:${await nodeFolder()}:${process.env['PATH']}` } };
    assert.match(await clone.run('millrace-engine --version', engine), /^\d+\.\d+\.\d+/);
  });

  it('runs the programs by their files', async () => {
    const environment = { PATH: `${await nodeFolder()}:${process.env['PATH']}` };
    assert.match(await clone.run('node packages/cli/src/main.ts --help', { environment }), /Publish artifacts, run tasks/);
    // tries `node packages/engine/src/main.ts`, `node --max-semi-space-size=2`
    assert.match(await clone.run('node packages/engine/src/main.ts --help', { environment }), /pair/);
    assert.match(await clone.run('node --max-semi-space-size=2 packages/engine/src/main.ts --help', { environment }), /pair/);
    // tries `node --test "packages/engine/src/**/*.test.ts"`: a part of these tests: CI runs them all
    assert.match(await clone.run('node --test "packages/engine/src/masking/*.test.ts"', { environment }), /^. fail 0$/m);
  });
});

/** Returns the folder of the Node that the launcher found or downloaded. */
async function nodeFolder(): Promise<string> {
  const output = await clone.run(`node -p "[process.execPath, process.versions.node.split('.')[0]].join(' ')"`);
  const [own = '', major] = output.trim().split(' ');
  if (Number(major) >= 24) return join(own, '..');
  return (await clone.run('ls -d "$HOME"/.millrace/runtime/node-*/bin')).trim();
}
