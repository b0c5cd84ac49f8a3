// run: own process, on request because it needs a Kubernetes cluster: npm run test:kubernetes -- <work folder>
/** The chart of the control plane on a real cluster: two API pods and two workers, which are deleted, killed and upgraded under load. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { createClient } from '@millrace/contract/client';
import { Client as Database } from 'pg';
import { shellBundle } from '../../../packages/server/test/support/bundles.ts';
import { eventually, publishTask } from '../../../packages/server/test/support/install.ts';
import { chartFolder } from '../charts.ts';
import { helm, installChart, kube, RELEASE, SITE_NAMESPACE, siteValues, startSiteEngine } from './control-plane-site.ts';
import { startCalling, type RepeatingCaller, type Observations } from './repeating-caller.ts';

const NAME = `${RELEASE}-millrace`;
/** Runs a command in a pod of the API, as the notes of the chart say. */
const inPod = (command: string): Promise<string> => kube('exec', `deployment/${NAME}-api`, '--', 'sh', '-c', command);

type Pod = { metadata: { name: string; deletionTimestamp?: string }; spec: { containers: { image: string }[] } };
const podsOf = async (role: string): Promise<Pod[]> => {
  const { items } = JSON.parse(await kube('get', 'pods', '--selector', `app.kubernetes.io/component=${role}`, '--output', 'json')) as {
    items: Pod[];
  };
  return items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
};
const assertRolledOut = async (): Promise<void> => {
  for (const role of ['api', 'worker']) await kube('rollout', 'status', `deployment/${NAME}-${role}`, '--timeout=180s');
};

// Called at the top of the file, because these programs must run until the file ends, and not only until a hook ends.
const { values, databaseUrl } = await siteValues();
await installChart(values);
const address = await kube('get', 'service', NAME, '--output', 'jsonpath={.spec.clusterIP}:{.spec.ports[0].port}');
const token = await inPod('millrace-server rotate-token >&2 && cat "$MILLRACE_HOME/admin.token"');
const client = createClient({ baseUrl: `http://${address}`, token: token.trim() });
await startSiteEngine(client, `http://${address}`);
const task = await publishTask(client, await shellBundle('echo hello'), { name: 'hello' });

/** Checks that no execution was lost or doubled, and that each ended with success. Prints the repeated calls. */
async function checkComplete(calling: RepeatingCaller, when: string): Promise<Observations> {
  const seen = await calling.stop();
  for (const executionId of seen.accepted)
    await eventually(`${executionId} is finished`, async () => {
      const { body } = await client.call('GET /processing/executions/{executionId}', { path: { executionId } });
      if (!body.finishTimestamp) return undefined;
      assert.equal(body.executionStatus, 'EXECUTION_SUCCESS', body.errorMessage);
      return true;
    });
  const database = new Database({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ count: number }>('select count(*)::int from task_execution where id >= $1', [seen.accepted[0]]);
  await database.end();
  const [count, accepted] = [rows[0]?.count ?? 0, seen.accepted.length];
  console.log(
    `${when}: ${accepted} executions accepted, ${count} stored, repeated calls: ${JSON.stringify(Object.fromEntries(seen.repeated))}`,
  );
  assert.ok(count >= accepted && count <= accepted + seen.unknownStarts, `${count} executions for ${accepted} starts`);
  return seen;
}

describe('the control plane from its chart', () => {
  test('runs as two ready pods of each role, and helm test succeeds', async () => {
    for (const role of ['api', 'worker']) assert.equal((await podsOf(role)).length, 2);
    assert.match(await helm(['test', RELEASE, '--timeout', '2m']), /Phase:\s+Succeeded/);
    const notes = await helm(['get', 'notes', RELEASE]);
    for (const step of [
      `rollout status deployment/${NAME}-api`,
      `-n ${SITE_NAMESPACE} test ${RELEASE}`,
      'millrace-server admin-link',
      'key.value',
    ])
      assert.ok(notes.includes(step), step);
    const remaining = await kube('get', 'job,secret', '--output', 'name');
    assert.ok(!remaining.includes('migrate'), `the hooks leave nothing behind: ${remaining}`);
  });

  test('the administrator gets a link, and no pod has stored a token', async () => {
    const link = await inPod('millrace-server admin-link >&2 && cat "$MILLRACE_HOME/admin.link"');
    assert.match(link, new RegExp(`^http://${NAME}\\.${SITE_NAMESPACE}\\.svc:8600/set-password\\?token=mri_`));
    const { body: tokens } = await client.call('GET /account/personal-access-tokens');
    assert.equal(tokens.length, 1, 'only the one that this test has made');
  });

  test('processes run as an ordinary user, write only their own folders, and get no secret of the cluster', async () => {
    const output = await inPod('id -u; touch /app/x 2>&1; ls /var/run/secrets 2>&1; env | grep -c SERVICE_HOST');
    assert.match(output, /^1000\n.*Read-only file system\n.*No such file or directory\n[01]\n$/s);
  });

  for (const role of ['api', 'worker'])
    test(`each pod of the role ${role} is deleted in turn, then one killed, and no execution is lost`, async () => {
      const calling = startCalling(client, task);
      await eventually('calls', async () => (calling.seen.accepted.length > 3 ? true : undefined));
      for (const { metadata } of await podsOf(role)) {
        await kube('delete', 'pod', metadata.name);
        await assertRolledOut();
      }
      const [victim] = await podsOf(role);
      await kube('delete', 'pod', victim?.metadata.name ?? '', '--grace-period=0', '--force');
      await assertRolledOut();
      const before = calling.seen.accepted.length;
      await eventually('calls', async () => (calling.seen.accepted.length > before + 3 ? true : undefined));
      await checkComplete(calling, `pods of the role ${role} deleted`);
    });

  test('an upgrade with other values replaces all pods, and no call fails for good', async () => {
    const calling = startCalling(client, task);
    const former = new Set((await Promise.all(['api', 'worker'].map(podsOf))).flat().map(({ metadata }) => metadata.name));
    await helm(['upgrade', RELEASE, chartFolder('millrace'), '--wait', '--timeout', '5m'], {
      ...values,
      settings: { MILLRACE_HISTORY_DAYS: 61 },
    });
    await assertRolledOut();
    const pods = (await Promise.all(['api', 'worker'].map(podsOf))).flat().map(({ metadata }) => metadata.name);
    assert.equal(pods.length, 4);
    assert.deepEqual(
      pods.filter((name) => former.has(name)),
      [],
    );
    assert.equal((await inPod('echo $MILLRACE_HISTORY_DAYS')).trim(), '61');
    await checkComplete(calling, 'upgrade');
  });

  test('an upgrade with another key is refused before any pod is replaced', async () => {
    const calling = startCalling(client, task);
    const former = (await podsOf('api')).map(({ metadata }) => metadata.name);
    const wrong = { ...values, key: { value: randomBytes(32).toString('base64') }, migrations: { backoffLimit: 0 } };
    await assert.rejects(
      helm(['upgrade', RELEASE, chartFolder('millrace'), '--wait', '--timeout', '2m'], wrong),
      /pre-upgrade hooks failed/,
    );
    assert.match(
      await kube('logs', '--selector', 'app.kubernetes.io/component=migrations'),
      /The key is not the one this database was set up with/,
    );
    assert.deepEqual(
      (await podsOf('api')).map(({ metadata }) => metadata.name),
      former,
    );
    await checkComplete(calling, 'refused upgrade');
  });
});
