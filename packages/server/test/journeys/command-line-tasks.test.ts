// run: waiting, in test:all because it starts an engine
/** The commands that show, change, pause and delete tasks, on the machine of an install. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { startCommandLine } from '../support/command-line.ts';

const { folder, millrace } = await startCommandLine({ engine: true });
const task = (...words: string[]) => millrace(['task', ...words]);
const shown = async (name: string) => JSON.parse((await task('show', name, '--json')).out);

async function publish(version: string): Promise<void> {
  const zip = join(folder, `${version}.zip`);
  await writeFile(zip, await shellBundle('sleep 600', { name: 'sleeper', version, parameters: [{ name: 'table' }, { name: 'limit' }] }));
  const { code, err } = await millrace(['artifact', 'publish', zip]);
  assert.equal(code, 0, err);
}

async function succeeds(...words: string[]): Promise<string> {
  const { code, out, err } = await task(...words);
  assert.equal(code, 0, err);
  return out;
}

describe('the command line for tasks', () => {
  it('shows a task, and changes only the fields that the options name', async () => {
    await publish('1.0.0');
    await succeeds(
      'create',
      'nightly',
      '--artifact',
      'sleeper',
      '--parameter',
      'table=airports',
      '--parameter',
      'limit=5',
      '--timeout',
      '30',
    );
    const before = await shown('nightly');
    assert.deepEqual(before.parameters, { table: 'airports', limit: '5' });
    const table = await succeeds('show', 'nightly');
    assert.match(table, /Parameters +table, limit|Parameters +limit, table/);
    assert.ok(!table.includes('airports'), 'values may be secrets');
    assert.match(table, /Trigger +MANUAL/);
    assert.match(table, /Time limit +30 min/);

    await publish('1.1.0');
    await succeeds('change', 'nightly', '--artifact-version', 'newest', '--parameter', 'table=routes', '--without-parameter', 'limit');
    const { artifact, parameters, runConfig, version: _v, ...rest } = await shown('nightly');
    assert.deepEqual([artifact.version.slice(0, 5), parameters], ['1.1.0', { table: 'routes' }]);
    const { artifact: _a, parameters: _p, runConfig: configBefore, version: _w, ...restBefore } = before;
    assert.deepEqual([rest, runConfig], [restBefore, configBefore]);

    await succeeds('change', 'nightly', '--name', 'weekly', '--description', 'Loads', '--timeout', '45', '--artifact-version', '1.0');
    const renamed = await shown('weekly');
    assert.deepEqual([renamed.description, renamed.runConfig.timeout, renamed.artifact.version.slice(0, 5)], ['Loads', 45, '1.0.0']);
    assert.deepEqual(renamed.parameters, { table: 'routes' });
    assert.deepEqual(renamed.runConfig.runtime, configBefore.runtime);
  });

  it('refuses wrong arguments with a remedy, and changes nothing', async () => {
    const before = await shown('weekly');
    const refusals: [words: string[], code: number, message: RegExp][] = [
      [['change', 'weekly'], 2, /at least one option/],
      [['change', 'weekly', '--engine', 'a', '--any-engine'], 2, /either --engine or --any-engine/],
      [['change', 'weekly', '--without-parameter', 'limit'], 2, /no value of a parameter "limit"/],
      [['change', 'weekly', '--artifact-version', '9.9'], 4, /no version 9\.9.*It has 1\.1\.0/],
      [['change', 'weekly', '--name', 'x', '--engine', 'nowhere'], 4, /There is no engine "nowhere"/],
      [['show', 'weakly'], 4, /There is no task "weakly".*weekly/],
      [['pause', 'nothing'], 4, /There is no task/],
      [['delete', 'nothing', '--yes'], 4, /There is no task/],
    ];
    for (const [words, code, message] of refusals) {
      const result = await task(...words);
      assert.equal(result.code, code, result.err);
      assert.match(result.err, message);
    }
    assert.deepEqual(await shown('weekly'), before);
  });

  it('pauses and resumes a task, and deletes one that runs only with --terminate', async () => {
    assert.match(await succeeds('pause', 'weekly', '--reason', 'maintenance'), /Paused task/);
    assert.match(await succeeds('show', 'weekly'), /Paused +yes \(by admin, .*\): maintenance/);
    assert.match((await task('run', 'weekly')).err, /paused/);
    assert.match(await succeeds('resume', 'weekly'), /Resumed task/);
    assert.match(await succeeds('show', 'weekly'), /Paused +no/);

    const { executionId } = JSON.parse(await succeeds('run', 'weekly', '--json'));
    const refused = await task('delete', 'weekly', '--yes');
    assert.equal(refused.code, 1, refused.err);
    assert.equal((await shown('weekly')).name, 'weekly');
    assert.match(await succeeds('delete', 'weekly', '--yes', '--terminate'), /Deleted task/);
    assert.match((await task('show', 'weekly')).err, /There is no task/);
    assert.equal((await millrace(['execution', 'show', executionId])).code, 0, 'executions stay in the history');
  });
});
