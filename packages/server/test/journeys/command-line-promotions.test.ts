/** The commands about promotions, on the machine of an install. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { commandChecks } from '../support/command-checks.ts';
import { startCommandLine } from '../support/command-line.ts';
import { publishTask } from '../support/install.ts';

const { install, millrace } = await startCommandLine();
const client = await install.client();
await publishTask(client, await shellBundle('exit 0', { name: 'load' }), { name: 'load' });
const mail = await publishTask(client, await shellBundle('exit 0', { name: 'mail' }), { name: 'mail' });
await client.call('POST /orchestration/environments', { body: { name: 'Production', workspaceName: 'Finance' } });

const promotion = (...words: string[]) => millrace(['promotion', ...words]);
const { succeeds, json, refuses } = commandChecks((words) => promotion(...words));

const tasksOf = async (workspace: string) =>
  JSON.parse((await millrace(['task', 'list', '--workspace', workspace, '--json'])).out).items.map((one: { name: string }) => one.name);

/** Returns the id of the workspace Shared of an environment. */
async function sharedOf(environment: string): Promise<string> {
  const { body } = await client.call('GET /orchestration/workspaces');
  return body.find((one) => one.name === 'Shared' && one.environment?.name === environment)?.id ?? '';
}

describe('the command line for promotions', () => {
  it('creates a promotion, analyzes it, promotes one task and then everything', async () => {
    assert.match(await succeeds('create', '--source', 'default', '--target', 'Production'), /^Created promotion default to Production \(/);
    assert.match(await succeeds('list'), /default to Production +default +Production/);
    await succeeds('change', 'default/Production', '--description', 'Each Monday');
    assert.match(await succeeds('show', 'default to Production'), /Description +Each Monday/);
    const early = await promotion('run', 'default/Production');
    assert.equal(early.code, 1, 'no account is assigned');
    await succeeds('assign', 'default/Production', '--user', 'admin');
    assert.equal((await json('users', 'default/Production')).userIds.length, 1);

    const analysis = await succeeds('analyse', 'default/Production', '--task', 'load');
    assert.match(analysis, /WORKSPACE +KIND +NAME +VERSION +EFFECT +MESSAGES\n/);
    assert.match(analysis, /Shared +artifact +load +\S* *created/);
    assert.match(analysis, /Shared +task +load +\d+ +created[^]*\nStatus +ANALIZED\n/);
    assert.doesNotMatch(analysis, /mail/);
    assert.deepEqual(await tasksOf('default/Shared'), ['load', 'mail']);

    const run = await succeeds('run', 'default/Production', '--task', 'load', '--context', 'Release of March');
    assert.match(run, /Shared +task +load +\d+ +created[^]*\nStatus +PROMOT/);
    assert.deepEqual(await tasksOf('Production/Shared'), ['load']);
    const id = /Promotion execution +(\S+)/.exec(run)?.[1] ?? '';
    assert.equal((await json('report', id)).context, 'Release of March');
    await refuses([[['report', 'the-last'], 2, /"the-last" is no id\. `millrace promotion run` and `analyze` print it/]]);
    await succeeds('run', 'default/Production', '--artifact', 'mail');
    await succeeds('run', 'default/Production', '--keep-resources', '--keep-run-profiles');
    assert.deepEqual(await tasksOf('Production/Shared'), ['load', 'mail']);
  });

  it('shows the report of a promotion that fails, and promotes nothing', async () => {
    // A connection of the target with the same name is for another application.
    const bank = { name: 'bank', parameters: [] };
    const source = await client.call('POST /orchestration/connections', {
      body: { ...bank, workspaceId: await sharedOf('default'), app: 'http' },
    });
    await client.call('POST /orchestration/connections', { body: { ...bank, workspaceId: await sharedOf('Production'), app: 'sftp' } });
    const path = { taskId: mail };
    const { body: task } = await client.call('GET /orchestration/executables/tasks/{taskId}', { path });
    await client.call('PUT /orchestration/executables/tasks/{taskId}', { path, body: { ...task, connections: { bank: source.body.id } } });
    const failed = await promotion('run', 'default/Production');
    assert.equal(failed.code, 1, failed.out);
    assert.match(failed.err, /Nothing was promoted\./);
    assert.match(failed.out, /Shared +connection +bank +failed +\S+[^]*\nStatus +PROMOTION_FAILED/);
  });

  it('refuses wrong arguments with a remedy', async () => {
    await refuses([
      [['create', '--source', 'default', '--target', 'default'], 1, /./],
      [['create', '--source', 'default', '--target', 'Production'], 1, /./],
      [['create', '--source', 'default', '--target', 'Prod'], 4, /There is no environment "Prod"\. Known: .*Production/],
      [['run', 'default/Production', '--task', 'load', '--plan', 'x'], 2, /Give only one of --workspace/],
      [['analyze', 'default/Production', '--artifact', 'laod'], 4, /There is no artifact "laod"/],
      [['analyze', 'default/Production', '--workspace', 'Nowhere'], 4, /There is no workspace "default\/Nowhere"/],
      [['assign', 'default/Production'], 2, /either --user or --service-account/],
      [['show', 'Production/default'], 4, /There is no promotion "Production\/default"\. Known: default to Production/],
    ]);
    await succeeds('unassign', 'default/Production', '--user', 'admin');
    assert.match((await promotion('users', 'default/Production')).err, /No account may run it/);
    await succeeds('delete', 'default/Production', '--yes');
    assert.match((await promotion('list')).err, /There are no promotions/);
    assert.deepEqual(await tasksOf('Production/Shared'), ['load', 'mail'], 'promoted content stays');
  });
});
