// run: in test:all because it is a long journey
/** An estate as files: exported from one install, applied to an empty one. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startCommandLine, type CommandResult } from '../support/command-line.ts';
import { ALERT_SECRETS, ESTATE_SECRETS, makeEstate, makeEstateAlerts, makeEstateUser, putContent, readTree } from '../support/estate.ts';
import { startInProcessInstall } from '../support/in-process-install.ts';

const [{ folder, install, millrace }, empty] = await Promise.all([startCommandLine(), startInProcessInstall()]);
const estate = join(folder, 'estate');
const SECRETS = { ...ESTATE_SECRETS, ...ALERT_SECRETS };
const onEmpty = (words: string[], environment: Record<string, string> = {}): Promise<CommandResult> =>
  millrace(words, { MILLRACE_HOME: empty.home, ...environment });

function assertDone({ code, out, err }: CommandResult, expected = 0): string {
  assert.equal(code, expected, `${out}\n${err}`);
  return out;
}

const countObjects = async (): Promise<number[]> => {
  const client = await empty.client();
  const environments = await client.call('GET /orchestration/environments');
  const tasks = await client.call('GET /orchestration/executables/tasks', {});
  return [environments.body.length, tasks.body.total];
};

describe('an estate as files', () => {
  it('is exported without secrets, twice with the same text', async () => {
    await makeEstate(await install.client());
    await makeEstateAlerts(await install.client());
    assertDone(await millrace(['export', estate]));
    const tree = await readTree(estate);
    const text = JSON.stringify(tree);
    for (const secret of Object.values(SECRETS)) assert.ok(!text.includes(secret), secret);
    for (const variable of Object.keys(SECRETS)) assert.ok(text.includes(`\${env:${variable}}`), variable);
    const again = join(folder, 'again');
    assertDone(await millrace(['export', again]));
    assert.deepEqual(await readTree(again), tree);
    assert.match(assertDone(await millrace(['export', estate])), / 0 files written/);
    assert.match(assertDone(await millrace(['diff', estate])), /The server matches the files/);

    const paths = Object.keys(tree);
    const folded = paths.map((path) => path.toLowerCase());
    assert.equal(new Set(folded).size, paths.length, 'no two paths differ in letter case only');
    for (const path of paths)
      for (const part of path.split('/')) assert.ok(Buffer.byteLength(part) <= 200 && !/^\.|[<>:"\\|?*]|\.$/.test(part), path);
    const nightly = tree['environments/Production/workspaces/Finance/tasks/nightly load.yaml'] ?? '';
    assert.match(nightly, /^# yaml-language-server: \$schema=(\.\.\/){5}schemas\/task\.json\nname: nightly load\n/);
  });

  it('is refused as a whole when content and secrets are missing', async () => {
    await makeEstateUser(await empty.client());
    const before = await countObjects();
    // tries `millrace export`, `millrace diff`, `millrace apply`, `millrace export estate`, `millrace diff estate`
    // tries `millrace apply estate`, `millrace apply estate --yes --secrets-file secrets.yaml`
    const { code, err } = await onEmpty(['apply', estate, '--yes']);
    assert.equal(code, 2, err);
    assert.match(err, /warehouse\.yaml:\d+:\d+: The variable PRODUCTION_FINANCE_WAREHOUSE_PASSWORD is not set/);
    assert.match(err, /Put its content at environments\/Production\/workspaces\/Finance\/artifacts\/loader\/1\.0\.0\.\d{14}\.zip/);
    assert.match(err, /faults in the files\. Nothing was changed/);
    assert.deepEqual(await countObjects(), before);
  });

  it('makes an empty install the same, and then changes nothing', async () => {
    await putContent(estate);
    const before = await readTree(estate);
    const asked = await onEmpty(['apply', estate], SECRETS);
    assert.deepEqual([asked.code, /Add --yes/.test(asked.err)], [2, true]);
    assert.match(assertDone(await onEmpty(['apply', estate, '--dry-run'], SECRETS)), /\+ task Production\/Finance\/nightly load/);
    assert.equal((await onEmpty(['diff', estate], SECRETS)).code, 20);
    assertDone(await onEmpty(['apply', estate, '--yes'], SECRETS));
    assert.match(assertDone(await onEmpty(['apply', estate, '--yes'])), /The server matches the files/);
    assert.match(assertDone(await onEmpty(['diff', estate])), /The server matches the files/);

    const copy = join(folder, 'copy');
    assertDone(await onEmpty(['export', copy]));
    assert.deepEqual(await readTree(copy), before);
    assert.deepEqual(await readTree(estate), before);
  });

  it('gives the server the secrets of the environment', async () => {
    const client = await empty.client();
    const { body: tasks } = await client.call('GET /orchestration/executables/tasks', { query: { name: 'nightly load' } });
    const { body: task } = await client.call('GET /orchestration/executables/tasks/{taskId}', {
      path: { taskId: tasks.items[0]?.executable ?? '' },
    });
    assert.deepEqual([task.parameters, task.secretParameters], [{ table: '${env:not a placeholder}' }, ['token']]);
    assert.equal(task.taskPauseDetails?.pauseContext, 'Moving house');
  });

  it('applies the changes of a file, and shows them before', async () => {
    const path = join(estate, 'environments/Production/workspaces/Finance/tasks/nightly load.yaml');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('timeout: 60', 'timeout: 90').replace('  warehouse: warehouse', '  store: warehouse'));
    const shown = assertDone(await onEmpty(['diff', estate]), 20);
    assert.match(shown, /~ task Production\/Finance\/nightly load\n/);
    assert.match(shown, /connections\.store: \(nothing\) → "warehouse"\n/);
    assert.match(shown, /runConfig\.timeout: 60 → 90\n/);
    assert.match(shown, /0 to create, 1 to change, 0 to delete/);
    assertDone(await onEmpty(['apply', estate, '--yes']));
    assertDone(await onEmpty(['diff', estate]));
    assert.equal(
      await readFile(path, 'utf8'),
      text.replace('timeout: 60', 'timeout: 90').replace('  warehouse: warehouse', '  store: warehouse'),
    );
  });

  it('ends what a file no longer has, also a field that the server keeps where it is left out', async () => {
    const path = join(estate, 'environments/Production/workspaces/Finance/tasks/nightly load.yaml');
    const text = await readFile(path, 'utf8');
    const without = text.replace(/^ {2}retry:\n(?: {4}.*\n)+/m, '');
    assert.notEqual(without, text);
    await writeFile(path, without);
    assert.match(assertDone(await onEmpty(['diff', estate]), 20), /runConfig\.retry/);
    assertDone(await onEmpty(['apply', estate, '--yes']));
    assertDone(await onEmpty(['diff', estate]));
  });
});
