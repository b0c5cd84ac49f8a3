// run: in test:all because it is a long journey
/** Applies an estate step by step: with faults, kills, refusals and deletions. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startCommandLine, type CommandResult } from '../support/command-line.ts';
import { writeTree } from '../support/estate.ts';

const { folder, install, millrace, start } = await startCommandLine();
const client = await install.client();
const WORKSPACE = 'environments/Test/workspaces/Loads';
const CONNECTIONS = 40;

const connectionFile = (name: string, more = ''): string =>
  `name: ${name}\napp: Custom\nparameters:\n  - name: host\n    value: example.com\n${more}`;

function assertDone({ code, out, err }: CommandResult, expected = 0): string {
  assert.equal(code, expected, `${out}\n${err}`);
  return `${out}${err}`;
}

const connectionNames = async (): Promise<string[]> =>
  (await client.call('GET /orchestration/connections', {})).body.items.map(({ name }) => name).toSorted();
const environmentNames = async (): Promise<string[]> => (await client.call('GET /orchestration/environments')).body.map(({ name }) => name);

const estate = join(folder, 'estate');
await writeTree(estate, {
  'environments/Test/environment.yaml': 'name: Test\n',
  [`${WORKSPACE}/workspace.yaml`]: 'name: Loads\n',
  'README.md': 'Of no concern.\n',
  ...Object.fromEntries(
    Array.from({ length: CONNECTIONS }, (_, index) => [`${WORKSPACE}/connections/c${index}.yaml`, connectionFile(`c${index}`)]),
  ),
});

describe('faults of files', () => {
  it('are listed with their places, and nothing is changed', async () => {
    const faulty = join(folder, 'faulty');
    await writeTree(faulty, {
      'environments/Test/environment.yaml': 'name: Test\n',
      [`${WORKSPACE}/workspace.yaml`]: 'name: Loads\ndescripton: Wrong\n',
      [`${WORKSPACE}/connections/a.yaml`]: 'name: a\n  app: Custom\n',
      [`${WORKSPACE}/connections/b.yaml`]: connectionFile('b', '  - { name: password, value: canary-in-a-file, encrypted: true }\n'),
      [`${WORKSPACE}/connections/broken.yaml`]: 'name: broken\nparameters: [\napp: Custom\ndescription: x\n',
      [`${WORKSPACE}/connections/c.yaml`]: connectionFile('d'),
      [`${WORKSPACE}/connections/d.yaml`]: connectionFile('d'),
      [`${WORKSPACE}/tasks/t.yaml`]: 'name: t\nartifact: { name: loader, version: 1.0.0.20260301083000 }\nparameters: { port: 8080 }\n',
      [`${WORKSPACE}/jobs/t.yaml`]: 'name: t\n',
    });
    const text = assertDone(await millrace(['apply', faulty, '--yes']), 2);
    assert.match(text, /workspace\.yaml:2:1: There is no field "descripton"\. Did you mean description\?/);
    assert.match(text, /connections\/a\.yaml:\d+:\d+: /);
    assert.equal(text.match(/connections\/broken\.yaml:3:1: /g)?.length, 1, 'only the first error of the syntax is listed');
    assert.match(text, /connections\/b\.yaml:6:30: parameters\.1\.value is a secret/);
    assert.match(
      text,
      /connections\/d\.yaml:1:7: connection Test\/Loads\/d has another file: environments\/Test\/workspaces\/Loads\/connections\/c\.yaml/,
    );
    assert.match(text, /tasks\/t\.yaml:3:21: parameters\.port has to be a text\. Put the value in quotes/);
    assert.match(text, /jobs\/t\.yaml: No kind of object has its files there/);
    assert.doesNotMatch(text, /canary/);
    assert.deepEqual(await environmentNames(), ['default']);
  });

  it('include references to objects that are nowhere, with the nearest one', async () => {
    const lost = join(folder, 'lost');
    await writeTree(lost, {
      'environments/Test/environment.yaml': 'name: Test\n',
      [`${WORKSPACE}/workspace.yaml`]: 'name: Loads\n',
      [`${WORKSPACE}/connections/warehouse.yaml`]: connectionFile(
        'warehouse',
        '  - { name: key, value: "${env:NOT_SET}", encrypted: true }\n',
      ),
      [`${WORKSPACE}/tasks/t.yaml`]:
        'name: t\nartifact: { name: loader, version: 1.0.0.20260301083000 }\nconnections:\n  store: warehuose\nrunConfig:\n  runtime: { type: REMOTE_ENGINE, name: berlin }\n',
    });
    const text = assertDone(await millrace(['diff', lost]), 2);
    assert.match(
      text,
      /t\.yaml:4:10: There is no connection Test\/Loads\/warehuose, neither in the files nor on the server\. Did you mean warehouse\?/,
    );
    assert.match(text, /There is no engine Test\/berlin/);
    assert.match(text, /There is no artifact version Test\/Loads\/loader\/1\.0\.0\.20260301083000/);
    assert.match(text, /warehouse\.yaml:6:25: The variable NOT_SET is not set/);
    assert.deepEqual(await environmentNames(), ['default']);
  });
});

describe('a folder without an estate', () => {
  it('is refused, because it would look like a server without a difference', async () => {
    const other = join(folder, 'other');
    await writeTree(other, { 'workspace.yaml': 'name: Loads\n' });
    for (const words of [
      ['diff', other],
      ['apply', other, '--yes'],
    ])
      assert.match(assertDone(await millrace(words), 2), /other has no file of an estate: .*environments\/\*\/environment\.yaml/);
  });
});

describe('an apply', () => {
  it('that was killed continues when it is repeated', async () => {
    const running = start(['apply', estate, '--yes']);
    while (!/ 10\/|\n10\/|^10\//.test(running.err) && running.child.exitCode === null) await wait(5);
    running.child.kill('SIGKILL');
    if (running.child.signalCode === null && running.child.exitCode === null) await once(running.child, 'exit');
    const made = (await connectionNames()).length;
    assert.ok(made >= 5 && made < CONNECTIONS, `${made} connections`);
    const text = assertDone(await millrace(['apply', estate, '--yes']));
    const [, left = ''] = /^(\d+) to create, 0 to change, 0 to delete/m.exec(text) ?? [];
    // The server may finish the step of the killed command after the count.
    assert.ok([made, made + 1].includes(CONNECTIONS - Number(left)), `${made} were made, but ${text}`);
    assert.equal((await connectionNames()).length, CONNECTIONS);
    assert.match(assertDone(await millrace(['diff', estate])), /The server matches the files/);
  });

  it('shows the finished steps after Ctrl-C', async () => {
    for (let index = 0; index < CONNECTIONS; index += 1) {
      const path = join(estate, `${WORKSPACE}/connections/c${index}.yaml`);
      await writeFile(path, (await readFile(path, 'utf8')).replace('example.com', 'example.org'));
    }
    const running = start(['apply', estate, '--yes']);
    while (!/^5\//m.test(running.err) && running.child.exitCode === null) await wait(5);
    running.child.kill('SIGINT');
    if (running.child.exitCode === null) await once(running.child, 'exit');
    assert.equal(running.child.exitCode, 130, running.err);
    assert.match(running.err, /\d+ of 40 steps are done; the next one is connection Test\/Loads\/c\d+\. Repeat the command to continue/);
    assertDone(await millrace(['apply', estate, '--yes']));
    assert.match(assertDone(await millrace(['diff', estate])), /The server matches the files/);
  });

  it('stops at a refusal of the server, and says where', async () => {
    const path = join(estate, `${WORKSPACE}/connections/twice.yaml`);
    await writeFile(path, connectionFile('twice', '  - { name: host, value: b }\n'));
    const text = assertDone(await millrace(['apply', estate, '--yes']), 1);
    assert.match(text, /0 of 1 steps are done; the next one is connection Test\/Loads\/twice/);
    assert.ok(!(await connectionNames()).includes('twice'));
    await rm(path);
  });

  it('deletes only with --prune, and only objects of the estate', async () => {
    const { body: workspaces } = await client.call('GET /orchestration/workspaces');
    const workspaceId = workspaces.find(({ name }) => name === 'Loads')?.id ?? '';
    await client.call('POST /orchestration/connections', { body: { name: 'by hand', workspaceId, app: 'Custom', parameters: [] } });
    await rm(join(estate, `${WORKSPACE}/connections/c0.yaml`));
    const kept = assertDone(await millrace(['apply', estate, '--yes']));
    assert.match(kept, /1 objects that belong to this estate have no file any more/);
    assert.ok((await connectionNames()).includes('c0'));
    assert.match(assertDone(await millrace(['diff', estate, '--prune']), 20), /- connection Test\/Loads\/c0/);
    assertDone(await millrace(['apply', estate, '--yes', '--prune']));
    const left = await connectionNames();
    assert.ok(!left.includes('c0') && left.includes('by hand'));
  });

  it('keeps an environment with objects outside of the estate, and deletes it after they are gone', async () => {
    await rm(join(estate, WORKSPACE), { recursive: true });
    const kept = assertDone(await millrace(['apply', estate, '--yes']));
    // Without the workspace, which contains a connection of somebody else.
    assert.match(kept, new RegExp(`^${CONNECTIONS - 1} objects that belong to this estate have no file any more`, 'm'));
    await rm(join(estate, 'environments'), { recursive: true });
    const text = assertDone(await millrace(['apply', estate, '--yes', '--prune']));
    assert.match(text, /The environment Test stays: it contains objects that do not belong to this estate/);
    assert.deepEqual(await connectionNames(), ['by hand']);
    const { body: page } = await client.call('GET /orchestration/connections', {});
    await client.call('DELETE /orchestration/connections/{connectionId}', { path: { connectionId: page.items[0]?.id ?? '' } });
    assertDone(await millrace(['apply', estate, '--yes', '--prune']));
    assert.deepEqual(await environmentNames(), ['default']);
  });

  it('does not delete an object of the same name that is another one', async () => {
    await writeTree(estate, {
      'environments/Test/environment.yaml': 'name: Test\n',
      [`${WORKSPACE}/workspace.yaml`]: 'name: Loads\n',
      [`${WORKSPACE}/connections/again.yaml`]: connectionFile('again'),
    });
    assertDone(await millrace(['apply', estate, '--yes']));
    const { body: page } = await client.call('GET /orchestration/connections', {});
    const [first] = page.items;
    await client.call('DELETE /orchestration/connections/{connectionId}', { path: { connectionId: first?.id ?? '' } });
    await client.call('POST /orchestration/connections', {
      body: { name: 'again', workspaceId: first?.workspace.id ?? '', app: 'Custom', parameters: [] },
    });
    await rm(join(estate, `${WORKSPACE}/connections/again.yaml`));
    assertDone(await millrace(['apply', estate, '--yes', '--prune']));
    assert.deepEqual(await connectionNames(), ['again']);
  });
});
