// isolation: own process, waiting, long, on request because it installs packages from the registry
/** The commands of those who change the code, from a fresh clone on; no server runs. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { blockOf, makeClone, type Clone } from './clone.ts';

const clone: Clone = await makeClone();
after(() => clone.remove());

describe('a contributor with a fresh clone', { concurrency: false }, () => {
  it('finds an operation', async () => {
    const said = await clone.run('npm run where -- "POST /orchestration/schedules/42/triggers"');
    assert.match(said, /file +packages\/server\/src\/features\/orchestration\/schedules\/[a-z-]+\.ts:\d+/);
    assert.match(said, /tested at/);
  });

  it('passes the checks', async () => {
    const said = await clone.run('npm run check -- scripts/house');
    for (const step of ['format', 'lint', 'types', 'generated files', 'tests']) assert.match(said, new RegExp(`^✓ ${step} `, 'm'));
    assert.match(said, /\b0 failed/);
  });

  it('writes what is generated, which changes nothing', async () => {
    for (const command of ['npm run generate', 'npm run docs']) await clone.run(command);
    assert.equal(await clone.run('git status --porcelain'), '');
  });

  it('pins the packages of an example anew', async () => {
    await clone.run('cd examples/load-airports && npm install --package-lock-only --ignore-scripts --omit-lockfile-registry-resolved');
    await clone.run('git checkout -- examples');
  });

  it('begins an endpoint', async () => {
    const folder = join(clone.folder, 'packages/server/src/features/processing/task-executions');
    const endpoint = join(folder, 'get-task-execution.ts');
    for (const file of [endpoint, join(folder, 'get-task-execution.test.ts')]) await rm(file);
    await clone.run('npm run new:endpoint -- "GET /processing/executions/{executionId}" signed-in');
    assert.match(await readFile(endpoint, 'utf8'), /endpoint\('GET \/processing\/executions\/\{executionId\}'/);
    assert.ok(existsSync(join(folder, 'get-task-execution.test.ts')));
    await clone.run('git checkout -- packages');
  });

  it('packs an engine, installs and pairs it as docs/engines.md says', async () => {
    // The second line is for the machine of the engine, where the tarball lies in the folder at hand.
    const [pack = '', install = ''] = blockOf('docs/engines.md', 'npm run pack:engine', clone).split('\n');
    await clone.run(pack);
    const prefix = join(clone.home, 'prefix');
    await clone.run(`cd dist && ${install}`, { environment: { npm_config_prefix: prefix, npm_config_offline: 'true' } });
    const engine = { environment: { PATH: `${join(prefix, 'bin')}:${await nodeFolder()}:${process.env['PATH']}` } };
    assert.match(await clone.run('millrace-engine --version', engine), /^\d+\.\d+\.\d+/);
  });

  it('asks the programs for help by their files', async () => {
    const environment = { PATH: `${await nodeFolder()}:${process.env['PATH']}` };
    assert.match(await clone.run('node packages/cli/src/main.ts --help', { environment }), /Publish artifacts, run tasks/);
    assert.match(await clone.run('node packages/engine/src/main.ts --help', { environment }), /pair/);
    assert.match(await clone.run('node --max-semi-space-size=2 packages/engine/src/main.ts --help', { environment }), /pair/);
    assert.match(await clone.run('node --test "packages/engine/src/masking/*.test.ts"', { environment }), /^. fail 0$/m);
  });
});

/** The folder of the Node that the launcher found or fetched. */
async function nodeFolder(): Promise<string> {
  const said = await clone.run(`node -p "[process.execPath, process.versions.node.split('.')[0]].join(' ')"`);
  const [own = '', major] = said.trim().split(' ');
  if (Number(major) >= 24) return join(own, '..');
  return (await clone.run('ls -d "$HOME"/.millrace/runtime/node-*/bin')).trim();
}
