// run: in test:all because it is a long journey
/** An install that is read by `millrace import` through its API, and applied to an empty one. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startCommandLine, type CommandResult } from '../support/command-line.ts';
import { ESTATE_SECRETS, makeEstate, makeEstateUser, putContent, readTree } from '../support/estate.ts';
import { startInProcessInstall } from '../support/in-process-install.ts';

type Report = { source: string; complete: boolean; lines: { part: string; problem: string; objects: string[] }[] };

const [{ folder, install, millrace }, empty] = await Promise.all([startCommandLine(), startInProcessInstall()]);
const moved = join(folder, 'moved');
// tries `millrace import`, `millrace import moved --from https://api.example.com --token-file token.txt`, `millrace diff moved`
// tries `millrace apply moved --secrets-file secrets.yaml`: with the address of an install, and secrets in the environment
const importing = ['import', moved, '--from', install.url, '--token-file', join(install.home, 'admin.token')];
const onEmpty = (words: string[], environment: Record<string, string> = {}): Promise<CommandResult> =>
  millrace(words, { MILLRACE_HOME: empty.home, ...environment });

function assertDone({ code, out, err }: CommandResult, expected = 0): string {
  assert.equal(code, expected, `${out}\n${err}`);
  return out;
}

const report = async (): Promise<Report> => JSON.parse(await readFile(join(moved, 'report.json'), 'utf8')) as Report;
const objectsOf = async (part: string): Promise<string[]> =>
  (await report()).lines.filter((line) => line.part === part).flatMap(({ objects }) => objects);

/** Creates an engine, and lets a task of the estate run on it. */
async function makeEngine(): Promise<void> {
  const client = await install.client();
  const { body: environments } = await client.call('GET /orchestration/environments');
  const environmentId = environments.find(({ name }) => name === 'Production')?.id ?? '';
  const { body: engine } = await client.call('POST /processing/runtimes/remote-engines', { body: { name: 'berlin', environmentId } });
  const { body: tasks } = await client.call('GET /orchestration/executables/tasks', { query: { environmentId } });
  const taskId = tasks.items.find(({ name }) => name === 'load')?.executable ?? '';
  await client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId },
    body: { trigger: { type: 'MANUAL' }, runtime: { type: 'REMOTE_ENGINE', id: engine.id } },
  });
}

describe('an import of another install', () => {
  it('writes the same files as an export of that install, except for the users that are missing here', async () => {
    await makeEstate(await install.client());
    await makeEngine();
    assert.match(assertDone(await onEmpty(importing)), /objects in .*moved, \d+ files written/);
    const { [`environments/Production/workspaces/Finance/rights/ada.yaml`]: rights, ...exported } = await exportedTree();
    assert.ok(rights !== undefined);
    assert.deepEqual(await importedTree(), exported);
    assert.deepEqual(await objectsOf('accounts'), ['user ada']);
  });

  it('reports engines, secrets, content and time triggers', async () => {
    assert.deepEqual(await objectsOf('engines'), ['engine Production/berlin']);
    assert.deepEqual(
      (await objectsOf('secrets')).map((one) => one.split(' ')[0]),
      Object.keys(ESTATE_SECRETS).toSorted(),
    );
    assert.ok((await objectsOf('content')).includes('environments/Production/workspaces/Finance/resources/airports.csv.content'));
    const starting = await objectsOf('starts');
    for (const label of ['plan Production/Finance/month end', 'task Production/Finance/nightly load']) assert.ok(starting.includes(label));
    assert.deepEqual(await objectsOf('answers'), []);
    assert.deepEqual(await objectsOf('permissions'), []);
    const text = await readFile(join(moved, 'report.md'), 'utf8');
    assert.match(text, /## Engines, clusters and run profiles\n\n- \*\*engine Production\/berlin\*\*: /);
    for (const secret of Object.values(ESTATE_SECRETS))
      assert.ok(!text.includes(secret) && !JSON.stringify(await report()).includes(secret));
  });

  it('adds the rights of a user that has been created here, and then writes nothing more', async () => {
    await makeEstateUser(await empty.client());
    assert.match(assertDone(await onEmpty(importing)), / 1 files written/);
    assert.deepEqual(await importedTree(), await exportedTree());
    assert.deepEqual(await objectsOf('accounts'), []);
    assert.match(assertDone(await onEmpty(importing)), / 0 files written/);
  });

  it('gives files that can be applied as soon as the steps of the report are done', async () => {
    await putContent(moved);
    const refused = await onEmpty(['apply', moved, '--yes'], ESTATE_SECRETS);
    assert.equal(refused.code, 2, refused.err);
    assert.match(refused.err, /There is no engine Production\/berlin/);

    assertDone(await onEmpty(['environment', 'create', 'Production', '--workspace', 'Finance']));
    assertDone(await onEmpty(['engine', 'pair', '--name', 'berlin', '--environment', 'Production', '--folder', join(folder, 'engine')]));
    assertDone(await onEmpty(['apply', moved, '--yes'], ESTATE_SECRETS));
    assert.match(assertDone(await onEmpty(['diff', moved])), /The server matches the files/);
    assertDone(await onEmpty(importing));
    assert.deepEqual(await objectsOf('engines'), []);
    assert.deepEqual(await objectsOf('content'), []);
  });
});

const importedTree = async (): Promise<Record<string, string>> => {
  const { 'report.json': _, ...tree } = await readTree(moved);
  return tree;
};

async function exportedTree(): Promise<Record<string, string>> {
  const exported = join(folder, 'exported');
  assertDone(await millrace(['export', exported]));
  return readTree(exported);
}
