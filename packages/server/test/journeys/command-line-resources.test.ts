// run: waiting, in test:all because it starts an engine
/** The commands about resources, projects and changes of connections, on the machine of an install. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { commandChecks } from '../support/command-checks.ts';
import { startCommandLine } from '../support/command-line.ts';
import { publishTask } from '../support/install.ts';

const { install, folder, millrace } = await startCommandLine({ engine: true });
const { succeeds, json, refuses } = commandChecks((words) => millrace(words));
const client = await install.client();
const file = join(folder, 'airports.csv');
await writeFile(file, 'code\nLIS\n');
await succeeds('workspace', 'create', 'Finance');

describe('the command line for resources', () => {
  it('uploads a file and a folder, which tasks get, and changes, moves and deletes them', async () => {
    assert.match(
      await succeeds('resource', 'create', file, '--description', 'Codes'),
      /^Created resource airports\.csv \(.*\) in Shared\.\n$/,
    );
    const { id } = await json('resource', 'show', 'airports.csv');
    const show = await shellBundle('cat "$resource_file_codes"', { name: 'show' });
    await publishTask(client, show, { name: 'show', resources: { resource_file_codes: id } });
    assert.match(await succeeds('task', 'run', 'show', '--follow'), /LIS/);

    const next = join(folder, 'next.csv');
    await writeFile(next, 'code\nOPO\n');
    await succeeds('resource', 'change', 'airports.csv', '--content', next, '--name', 'codes.csv');
    assert.match(await succeeds('task', 'run', 'show', '--follow'), /OPO/);
    assert.match(await succeeds('resource', 'show', 'codes.csv'), /Description +Codes\nKind +file\nWorkspace +default\/Shared/);

    const drivers = join(folder, 'drivers');
    await mkdir(drivers);
    await writeFile(join(drivers, 'one.jar'), 'jar');
    await succeeds('resource', 'create', drivers, '--name', 'jdbc');
    assert.match(await succeeds('resource', 'list', '--workspace', 'Shared'), /jdbc +folder +Shared +default/);
    assert.equal((await json('resource', 'move', 'jdbc', 'Finance')).workspaceInfo.name, 'Finance');

    const before = await json('resource', 'list');
    await refuses([
      [['resource', 'create', join(folder, 'none')], 2, /does not exist or cannot be read/],
      [['resource', 'create', file, '--name', 'codes.csv'], 1, /codes\.csv|that name/],
      [['resource', 'change', 'jdbc', '--content', file, '--name', 'x'], 2, /is a file, and the resource is a folder/],
      [['resource', 'change', 'jdbc'], 2, /at least one option/],
      [['resource', 'delete', 'codes.csv', '--yes'], 1, /show/],
      [['resource', 'show', 'jdcb'], 4, /There is no resource "jdcb"\. Known: /],
    ]);
    assert.deepEqual(await json('resource', 'list'), before);
    await succeeds('resource', 'delete', 'Finance/jdbc', '--yes');
    assert.match((await millrace(['resource', 'list', '--name', 'jdbc'])).err, /No resources/);
  });
});

describe('the command line for changes of connections', () => {
  it('changes only the fields that the options name, and keeps secrets', async () => {
    const secrets = join(folder, 'secrets.json');
    await writeFile(secrets, '{"password": "sesame", "username": "loader"}');
    await succeeds(
      'connection',
      'create',
      'warehouse',
      '--jdbc-url',
      'jdbc:postgresql://127.0.0.1:1/finance',
      '--parameters-file',
      secrets,
    );
    const changed = await json(
      'connection',
      'change',
      'warehouse',
      '--name',
      'old',
      '--parameter',
      'schema=staging',
      '--parameter',
      'key=k',
    );
    const namesOf = (one: { parameters: { name: string; encrypted: boolean }[] }): string[] => one.parameters.map(({ name, encrypted }) => name + (encrypted ? '*' : '')).toSorted(); // prettier-ignore
    const isMissing = (one: { parameters: { name: string; valueMissing?: true }[] }): boolean | undefined => one.parameters.find(({ name }) => name === 'password')?.valueMissing; // prettier-ignore
    assert.equal(isMissing(changed), true, 'the password is bound to the other parameters');
    assert.deepEqual(namesOf(changed), ['database', 'host', 'jdbcUrl', 'key', 'password*', 'port', 'schema', 'username']);
    const hidden = await json('connection', 'change', 'old', '--secret', 'key', '--without-parameter', 'schema', '--tag', 'finance', '--keep-samples'); // prettier-ignore
    assert.deepEqual(namesOf(hidden), ['database', 'host', 'jdbcUrl', 'key*', 'password*', 'port', 'username']);
    assert.match(await succeeds('connection', 'show', 'old'), /Keeps samples +yes[^]*Tags +finance/);
    assert.equal(isMissing(await json('connection', 'change', 'old', '--parameters-file', secrets)), undefined);
    assert.equal(isMissing(await json('connection', 'change', 'old', '--tag', 'finance')), undefined);
    await succeeds('connection', 'change', 'old', '--no-keep-samples', '--jdbc-url', 'jdbc:postgresql://127.0.0.1:2/finance');
    assert.match(await succeeds('connection', 'show', 'old'), /Keeps samples +no[^]*Tags +finance[^]*127\.0\.0\.1:2/);
    assert.deepEqual(namesOf(await json('connection', 'change', 'old', '--description', 'Old')), namesOf(hidden));
    const { parameters } = (await client.call('GET /orchestration/connections')).body.items[0] ?? { parameters: [] };
    assert.equal(parameters.find(({ name }) => name === 'port')?.value, '2');

    const before = await json('connection', 'show', 'old');
    await refuses([
      [['connection', 'change', 'old'], 2, /at least one option/],
      [['connection', 'change', 'old', '--without-parameter', 'none'], 2, /has no parameter "none"/],
      [['connection', 'change', 'odl', '--name', 'x'], 4, /There is no connection "odl"/],
      [['connection', 'change', 'old', '--engine', 'nowhere', '--name', 'x'], 4, /There is no engine "nowhere"/],
    ]);
    assert.deepEqual(await json('connection', 'show', 'old'), before);
    assert.equal((await json('connection', 'move', 'old', 'Finance')).workspace.name, 'Finance');
  });
});

describe('the command line for projects', () => {
  it('creates, lists, changes and deletes a project, and shows no password', async () => {
    const address = join(folder, 'address');
    await writeFile(address, 'https://ada:sesame@git.example.com/invoices.git\n');
    assert.match(await succeeds('project', 'create', 'Invoices', '--address-file', address), /^Created project Invoices/);
    const shown = await succeeds('project', 'show', 'Invoices');
    assert.match(shown, /Address +https:\/\/git\.example\.com\/invoices\.git\nOwner +admin/);
    assert.doesNotMatch(shown + (await succeeds('project', 'list', '--name', 'inv')), /sesame/);
    await succeeds('project', 'change', 'Invoices', '--description', 'Jobs of the invoice team');
    const changed = await json('project', 'show', 'Invoices');
    assert.deepEqual([changed.description, changed.url], ['Jobs of the invoice team', 'https://ada:sesame@git.example.com/invoices.git']);
    await refuses([
      [['project', 'create', 'Other'], 2, /Name the address/],
      [['project', 'create', 'Other', '--address', 'x', '--address-file', address], 2, /either --address or --address-file/],
      [['project', 'create', 'Invoices', '--address', 'https://git.example.com/x.git'], 1, /Invoices|that name/],
      [['project', 'change', 'Invoices'], 2, /at least one option/],
      [['project', 'delete', 'Bills', '--yes'], 4, /There is no project "Bills"\. Known: Invoices/],
    ]);
    assert.equal((await json('project', 'list')).total, 1);
    await succeeds('project', 'delete', 'Invoices', '--yes');
    assert.match((await millrace(['project', 'list'])).err, /No projects/);
  });
});
