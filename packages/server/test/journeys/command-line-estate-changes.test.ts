// run: in test:all because it is a long journey
/** Changes of files of every kind, and their effects on a server, on secrets and on content. */
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startCommandLine, type CommandResult } from '../support/command-line.ts';
import { publication } from '../support/bundles.ts';
import {
  ALERT_SECRETS,
  estateBundle,
  makeEstate,
  makeEstateAlerts,
  putContent,
  readTree,
  RESOURCE_CONTENT,
  writeTree,
} from '../support/estate.ts';

const { folder, install, millrace, tokenOf } = await startCommandLine();
const client = await install.client();
const estate = join(folder, 'estate');
const WAREHOUSE = { PRODUCTION_FINANCE_WAREHOUSE_PASSWORD: 'canary-new' };
const WORKSPACE = join(estate, 'environments/Production/workspaces/Finance');

function assertDone({ code, out, err }: CommandResult, expected = 0): string {
  assert.equal(code, expected, `${out}\n${err}`);
  return `${out}${err}`;
}

async function edit(path: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const edited = text.replace(from, to);
  assert.notEqual(edited, text, `${path} contains ${String(from)}: ${text}`);
  await writeFile(path, edited);
}

/** Applies the files, and checks that a second apply finds no difference and that an export writes the same files. */
async function applied(environment: Record<string, string> = {}): Promise<string> {
  const text = assertDone(await millrace(['apply', estate, '--yes'], environment));
  assert.match(assertDone(await millrace(['diff', estate])), /The server matches the files/);
  const tree = await readTree(estate);
  assertDone(await millrace(['export', estate]));
  assert.deepEqual(await readTree(estate), tree);
  return text;
}

await makeEstate(client);
await makeEstateAlerts(client);
const { body: workspaces } = await client.call('GET /orchestration/workspaces');
const finance = workspaces.find(({ name }) => name === 'Finance');
const environmentId = finance?.environment?.id ?? '';

describe('files of every kind', () => {
  it('change the object of the server', async () => {
    assertDone(await millrace(['export', estate]));
    await edit(join(estate, 'environments/Production/environment.yaml'), 'What counts.', 'What counts now.');
    await edit(join(WORKSPACE, 'workspace.yaml'), 'owner: admin', 'description: Money\nowner: admin\nprotectedArtifactUpdate: true');
    await edit(join(WORKSPACE, 'rights/ada.yaml'), '- EXECUTE', '- AUTHOR');
    await edit(join(WORKSPACE, 'connections/warehouse.yaml'), 'warehouse.example.com', 'store.example.com');
    await edit(join(WORKSPACE, 'resources/airports.csv.yaml'), 'Codes', 'Codes and names');
    await edit(join(WORKSPACE, 'plans/month end.yaml'), 'For the board', 'For all');
    await edit(join(WORKSPACE, 'plans/month end.yaml'), 'name: report', 'name: summary');
    await edit(join(WORKSPACE, 'schedules/month end.yaml'), /0 9 \? \* SUN/, '0 10 ? * SUN');
    await edit(join(WORKSPACE, 'schedules/month end.yaml'), 'weekdays', 'mornings');
    await edit(join(estate, 'webhooks/loads.yaml'), 'hooks.example.com/loads', 'hooks.example.com/all');
    const alerts = join(estate, 'environments/Production/alerts');
    await edit(join(alerts, 'month end fails.yaml'), /quietHours:\n( .*\n)+/, '');
    await edit(join(alerts, 'month end fails.yaml'), 'repeatMinutes: 60', 'enabled: false');
    await edit(join(alerts, 'long.yaml'), /usualFactor: 3\n([^]*)$/, 'boundSeconds: 600\n$1workspace: Finance\n');
    const refused = assertDone(await millrace(['apply', estate, '--yes']), 2);
    assert.match(refused, /loads\.yaml:\d+:\d+: The variable LOADS_SECRET is not set/);
    assert.match(refused, /warehouse\.yaml:\d+:\d+: The variable PRODUCTION_FINANCE_WAREHOUSE_PASSWORD is not set/);
    assert.match(refused, /month end fails\.yaml:\d+:\d+: The variable PRODUCTION_MONTH_END_FAILS_SLACK is not set/);
    const secrets = {
      ...ALERT_SECRETS,
      ...WAREHOUSE,
      LOADS_AUTHORIZATION: 'canary-header',
      LOADS_SECRET: 'canary-signature-0123456789-0123456789',
    };
    const text = await applied(secrets);
    assert.match(text, /0 to create, 10 to change, 0 to delete/);
    assert.doesNotMatch(text, /canary/);
    const { data } = (await client.call('GET /api/v1/alerts', {})).body;
    const [fails, long] = ['month end fails', 'long'].map((name) => data.find((one) => one.name === name));
    assert.deepEqual([data.length, fails?.enabled, fails?.quietHours, fails?.repeatMinutes], [2, false, undefined, 0]);
    assert.deepEqual(
      fails?.recipients.transports.map(({ type }) => type),
      ['webhook', 'slack', 'webhook'],
    );
    assert.deepEqual(
      [long?.workspaceId, long?.environmentId, long?.boundSeconds, long?.usualFactor, long?.tag],
      [finance?.id, undefined, 600, undefined, 'nightly'],
    );
  });

  it('name objects of other workspaces, and engines', async () => {
    const { body: reports } = await client.call('POST /orchestration/workspaces', { body: { name: 'Reports', environmentId } });
    await client.call('POST /processing/runtimes/remote-engines', { body: { name: 'berlin', environmentId } });
    const { body: connections } = await client.call('GET /orchestration/connections', {});
    const { body: artifacts } = await client.call('GET /orchestration/artifacts', {});
    const artifact = { id: artifacts.items[0]?.id ?? '', version: artifacts.items[0]?.versions[0] ?? '' };
    const connection = connections.items[0]?.id ?? '';
    await client.call('POST /orchestration/executables/tasks', {
      body: { name: 'report', workspaceId: reports.id, environmentId, artifact, connections: { store: connection } },
    });
    assertDone(await millrace(['export', estate]));
    const path = join(estate, 'environments/Production/workspaces/Reports/tasks/report.yaml');
    const text = await readFile(path, 'utf8');
    assert.match(text, /store:\n {4}name: warehouse\n {4}workspace: Finance\n/);
    await edit(path, 'type: CLOUD', 'type: REMOTE_ENGINE\n    name: berlin');
    await applied();
    await edit(path, 'name: berlin', 'name: berlni');
    assert.match(assertDone(await millrace(['diff', estate]), 2), /There is no engine Production\/berlni.*Did you mean berlin\?/);
    await edit(path, 'name: berlni', 'name: berlin');
  });

  it('publish further versions and move tasks to them', async () => {
    const { body } = await client.call('POST /orchestration/artifacts', {
      form: publication({ workspaceId: finance?.id, version: '1.1.0' }, await estateBundle()),
    });
    const path = join(WORKSPACE, 'tasks/nightly load.yaml');
    await edit(path, /version: .*/, `version: ${body.version}`);
    assertDone(await millrace(['apply', estate, '--yes']));
    assertDone(await millrace(['export', estate]));
    const files = Object.keys(await readTree(estate)).filter((file) => file.includes('/artifacts/loader/'));
    assert.equal(files.length, 2, 'the newest one, and the one that other tasks run');
  });
});

describe('secrets and content of an estate', () => {
  it('are sent with each change of their connection, because the server binds them to their destination', async () => {
    const read = async () => {
      const { body } = await client.call('GET /orchestration/connections', {});
      return body.items[0]?.parameters;
    };
    await edit(join(WORKSPACE, 'connections/warehouse.yaml'), 'store.example.com', 'third.example.com');
    const unset = assertDone(await millrace(['apply', estate, '--yes']), 2);
    assert.match(unset, /The variable PRODUCTION_FINANCE_WAREHOUSE_PASSWORD is not set/);
    assert.equal((await read())?.[0]?.value, 'store.example.com');
    await applied(WAREHOUSE);
    assert.deepEqual(await read(), [
      { name: 'host', value: 'third.example.com', encrypted: false },
      { name: 'password', encrypted: true },
    ]);
    const shown = assertDone(await millrace(['diff', estate, '--send-secrets'], WAREHOUSE), 2);
    assert.match(shown, /is not set/);
    assert.doesNotMatch(shown, /canary/);
  });

  it('are read from the file of secrets before the environment', async () => {
    const secrets = join(folder, 'secrets.yaml');
    await writeFile(secrets, 'TABLE_NAME: airports\n');
    await edit(join(WORKSPACE, 'tasks/nightly load.yaml'), /table: .*/, 'table: ${env:TABLE_NAME}');
    assertDone(await millrace(['apply', estate, '--yes', '--secrets-file', secrets], { TABLE_NAME: 'wrong' }));
    assert.match(assertDone(await millrace(['diff', estate], { TABLE_NAME: 'airports' })), /The server matches the files/);
    assert.match(assertDone(await millrace(['diff', estate], { TABLE_NAME: 'routes' }), 20), /parameters\.table: changes/);
    assertDone(await millrace(['export', estate]));
    assert.match(await readFile(join(WORKSPACE, 'tasks/nightly load.yaml'), 'utf8'), /table: \$\{env:TABLE_NAME\}/);
    await writeFile(secrets, 'TABLE_NAME: [canary]\n');
    const wrong = assertDone(await millrace(['diff', estate, '--secrets-file', secrets]), 2);
    assert.match(wrong, /"TABLE_NAME" has to be a text/);
    assert.doesNotMatch(wrong, /canary/);
  });

  it('are not shown when a file drops them', async () => {
    const environment = { TABLE_NAME: 'airports' };
    const path = join(WORKSPACE, 'tasks/nightly load.yaml');
    const text = await readFile(path, 'utf8');
    await edit(path, /parameters:\n( .*\n)+/, '');
    for (const words of [
      ['diff', estate],
      ['diff', estate, '--json'],
      ['apply', estate, '--dry-run'],
    ]) {
      const { out, err } = await millrace(words, environment);
      assert.match(out, /parameters\.token/);
      assert.doesNotMatch(out + err, /canary/);
    }
    await writeFile(path, text);
    await edit(path, /token: .*/, 'token: canary-in-a-file');
    assert.match(assertDone(await millrace(['diff', estate], environment), 2), /parameters\.token is a secret\. Write \$\{env:NAME\}/);
    await writeFile(path, text);
  });

  it('are sent once for each change of a resource', async () => {
    const environment = { TABLE_NAME: 'airports' };
    await putContent(estate);
    assert.match(assertDone(await millrace(['apply', estate, '--yes'], environment)), /1 to change.*1\/1 changed resource/s);
    assert.match(assertDone(await millrace(['diff', estate], environment)), /The server matches the files/);
    await writeFile(join(WORKSPACE, 'resources/airports.csv.content'), `${RESOURCE_CONTENT}GVA;Genève\n`);
    assert.match(
      assertDone(await millrace(['diff', estate], environment), 20),
      /~ resource Production\/Finance\/airports\.csv\n +content: changes/,
    );
    assertDone(await millrace(['apply', estate, '--yes'], environment));
    assertDone(await millrace(['diff', estate], environment));
  });
});

describe('an export into a folder that has files', () => {
  it('keeps their paths, and removes files without an object only with --prune', async () => {
    const path = join(WORKSPACE, 'connections/warehouse.yaml');
    const text = await readFile(path, 'utf8');
    await rm(path);
    await writeFile(join(WORKSPACE, 'connections/of the warehouse.yaml'), text);
    const gone = join(WORKSPACE, 'connections/gone.yaml');
    await writeFile(gone, 'name: gone\napp: Custom\nparameters: []\n');
    assert.match(
      assertDone(await millrace(['export', estate])),
      /--prune removes them:\nenvironments\/Production\/workspaces\/Finance\/connections\/gone\.yaml/,
    );
    const files = Object.keys(await readTree(WORKSPACE)).filter((file) => file.startsWith('connections/'));
    assert.deepEqual(files, ['connections/gone.yaml', 'connections/of the warehouse.yaml']);
    assertDone(await millrace(['export', estate, '--environment', 'default', '--prune']));
    assert.ok((await readFile(gone, 'utf8')).includes('gone'), 'of another environment');
    assertDone(await millrace(['export', estate, '--prune']));
    await assert.rejects(readFile(gone), { code: 'ENOENT' });
    assert.match(assertDone(await millrace(['export', estate, '--environment', 'Prodution']), 4), /There is no environment "Prodution"/);
  });
});

describe('a service account', () => {
  it('applies the files of the objects that it may change', async () => {
    const { body: account } = await client.call('POST /account/service-accounts', {
      body: { name: 'deployer', permissions: ['SVC_OPERATOR'] },
    });
    await writeFile(join(WORKSPACE, 'rights/deployer.yaml'), 'serviceAccount: deployer\nrights: [AUTHOR, EXECUTE, PUBLISH]\n');
    const environment = { TABLE_NAME: 'airports' };
    assertDone(await millrace(['apply', estate, '--yes'], environment));
    const part = join(folder, 'part');
    const path = 'environments/Production/workspaces/Finance/connections';
    await writeTree(part, { [`${path}/third.yaml`]: 'name: third\napp: Custom\nparameters: []\n' });
    const token = await tokenOf(account.id, account.secret);
    const own = { MILLRACE_HOME: folder, MILLRACE_URL: install.url, MILLRACE_TOKEN: token };
    assert.match(assertDone(await millrace(['apply', part, '--yes'], own)), /1 to create/);
    assert.match(assertDone(await millrace(['diff', part], own)), /The server matches the files/);
  });
});
