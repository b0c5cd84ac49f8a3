import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { publication, zip } from '../../../../test/support/bundles.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { classFile, jobArchive } from '../../../../test/support/job-archives.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { sql } from '../../../core/database/sql.ts';
import { startTasks } from './starts.ts';
import { newId } from '../../../core/base/id.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const TASKS = 'POST /orchestration/executables/tasks';
const TASK = 'PUT /orchestration/executables/tasks/{taskId}';
const START = 'POST /processing/executions';

let archive: Buffer;
before(async () => {
  const jar = await zip({ 'demo/greet_0_1/Greet.class': classFile({ calls: { who: 'id_String', db_password: 'id_Password' } }) });
  const contexts = { Default: 'who=world\ndb_password=', PROD: 'who=prod\ndb_password=' };
  archive = await jobArchive({ contexts, files: { 'Greet/greet_0_1.jar': jar } });
});

let place: { workspaceId: string; environmentId: string };
let artifact: { id: string; version: string };
beforeEach(async () => {
  const workspace = await make.workspace();
  place = { workspaceId: workspace.id, environmentId: workspace.environment };
  artifact = await publish();
});

async function publish(more: object = {}, content = archive): Promise<{ id: string; version: string; warnings?: string[] }> {
  const { status, body } = await call('POST /orchestration/artifacts', {
    form: publication({ workspaceId: place.workspaceId, ...more }, content),
  });
  assert.equal(status, 201, JSON.stringify(body));
  const { items } = (await call('GET /orchestration/artifacts', { query: { workspaceId: place.workspaceId } })).body;
  return { id: items.find(({ name }: { name: string }) => name === body.name).id, version: body.version, warnings: body.warnings };
}

const create = (fields: object): Promise<Answer> => call(TASKS, { body: { ...place, name: crypto.randomUUID(), artifact, ...fields } });
async function created(fields: object = {}): Promise<Answer['body']> {
  const { status, body } = await create(fields);
  assert.equal(status, 201, JSON.stringify(body));
  await configure(body.id);
  return body;
}
const configure = (taskId: string, more: object = {}, kind = 'run-config'): Promise<Answer> =>
  call(`PUT /orchestration/executables/tasks/{taskId}/${kind}`, {
    path: { taskId },
    body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' }, parallelExecutionAllowed: true, ...more },
  });

async function claimed(): Promise<{ contextName?: string | undefined; parameters: Record<string, string> }> {
  const { contextName, parameters } = await (await standInEngine(server, place.environmentId)).claimOne();
  return { contextName, parameters };
}

/** Starts a task as a schedule does; returns the id of the execution. */
async function startWithoutCaller(taskId: string): Promise<string> {
  const { tenant_id: tenant, owner_id: owner } = await platform.db.reader.only<{ tenant_id: string; owner_id: string }>(
    sql`select tenant_id, owner_id from workspace where id = ${place.workspaceId}`,
  );
  const id = newId();
  await platform.db.transaction((tx) =>
    startTasks(tx, [{ id, type: 'SCHEDULED', actor: { id: owner, userType: 'HUMAN' }, taskId, tenant }]),
  );
  return id;
}

test('task-executions.start.context', async () => {
  const task = await created({ contextName: 'PROD' });
  assert.equal(task.contextName, 'PROD');
  const start = (more: object = {}): Promise<Answer> => call(START, { body: { executable: task.id, ...more } });
  await start();
  assert.deepEqual(await claimed(), { contextName: 'PROD', parameters: {} });
  assert.equal((await configure(task.id, { contextName: 'Default' })).body.contextName, 'Default');
  await start();
  assert.deepEqual(await claimed(), { contextName: 'Default', parameters: { who: 'world' } });
  const { body } = await start({ contextName: 'PROD', parameters: { who: 'Ada' } });
  assert.deepEqual(await claimed(), { contextName: 'PROD', parameters: { who: 'Ada' } });
  const path = { executionId: body.executionId };
  assert.equal((await call('GET /processing/executions/{executionId}/explanation', { path })).body.contextName, 'PROD');
  for (const contextName of ['', null]) {
    await configure(task.id, { contextName });
    await start({ contextName });
    assert.equal((await claimed()).contextName, 'PROD');
  }
  await leavesNothing(server, START, { body: { executable: task.id, contextName: 'TEST' } }, 400, 'context_unknown', 'task_execution');
});

test('task-executions.start.context: a run that chooses none has that of its archive by name, also where a schedule starts it', async () => {
  const task = await created();
  const byCaller = async (): Promise<string> => (await call(START, { body: { executable: task.id } })).body.executionId;
  for (const start of [byCaller, () => startWithoutCaller(task.id)]) {
    const executionId = await start();
    const { body: explained } = await call('GET /processing/executions/{executionId}/explanation', { path: { executionId } });
    assert.deepEqual([explained.contextName, explained.parameters], ['Default', { who: 'world' }]);
    assert.equal((await claimed()).contextName, 'Default');
  }
  // A run script may name a context that the archive does not have: the run is not refused for it.
  artifact = await publish({ name: 'odd' }, await jobArchive({ contexts: { PROD: 'who=prod' } }));
  const odd = await created();
  assert.equal((await call(START, { body: { executable: odd.id } })).status, 201);
  assert.equal((await claimed()).contextName, undefined);
});

test('task-executions.start.context: a start without a caller leaves a record with the reason', async () => {
  const task = await created({ contextName: 'PROD' });
  await publish({ version: '2.0.0' }, await jobArchive({ contexts: { Default: 'who=world' } }));
  await call('PATCH /orchestration/executables/tasks/{taskId}', {
    path: { taskId: task.id },
    body: { latestArtifact: true, forceUpdate: true },
  });
  const id = await startWithoutCaller(task.id);
  const { body } = await call('GET /processing/executions/{executionId}', { path: { executionId: id } });
  assert.equal(body.executionStatus, 'DEPLOY_FAILED');
  assert.match(body.errorMessage, /no context 'PROD', which .*: name one of Default/);
});

test('task-executions.start.context-defaults', async () => {
  const parameters = [{ name: 'who', type: 'id_String', required: true, value: 'declared' }];
  artifact = await publish({ name: 'declared', parameters });
  const task = await created({ contextName: 'PROD' });
  assert.equal((await call(START, { body: { executable: task.id } })).status, 201, 'the context has the required value');
  assert.deepEqual((await claimed()).parameters, {});
  await call(START, { body: { executable: task.id, contextName: 'Default' } });
  assert.deepEqual((await claimed()).parameters, { who: 'declared' });
});

test('tasks.create.context', async () => {
  await leavesNothing(server, TASKS, { body: { ...place, name: 'x', artifact, contextName: 'TEST' } }, 400, 'context_unknown', 'task');
  const task = await created({ contextName: 'PROD' });
  const path = { taskId: task.id };
  const body = { name: task.name, artifact };
  await leavesNothing(server, TASK, { path, body: { ...body, contextName: 'TEST' } }, 400, 'context_unknown', 'task');
  for (const kind of ['run-config', 'de-run-config']) {
    const refused = await configure(task.id, { contextName: 'TEST', ...(kind === 'de-run-config' && { runtime: undefined }) }, kind);
    assert.deepEqual([refused.status, refused.body.detail], [400, 'context_unknown'], kind);
    const { status, body: config } = await configure(
      task.id,
      { contextName: 'PROD', ...(kind === 'de-run-config' && { runtime: undefined }) },
      kind,
    );
    assert.deepEqual([status, config.contextName], [200, 'PROD'], kind);
  }
  const kept = await call(TASK, { path, body: { ...task, artifact, workspaceId: undefined } });
  assert.deepEqual([kept.body.contextName, kept.body.version], ['PROD', task.version], JSON.stringify(kept.body));
  for (const contextName of [null, '']) {
    const without = await call(TASK, { path, body: { ...body, contextName } });
    assert.deepEqual([without.body.contextName, without.body.version], [undefined, '0.2']);
  }

  const plain = await make.task();
  await leavesNothing(server, START, { body: { executable: plain.id, contextName: 'Default' } }, 400, 'context_unknown', 'task_execution');
});

test('tasks.create.undeclared', async () => {
  const { warnings, id, name } = await created({ parameters: { hwo: 'Ada', zzzzzzzz: '1', who: 'x' } });
  assert.deepEqual(warnings, [
    'The artifact declares no parameter "hwo"; it is passed on as a custom one. Did you mean "who"?',
    'The artifact declares no parameter "zzzzzzzz"; it is passed on as a custom one.',
  ]);
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`x${index}`, '1']));
  const replaced = await call(TASK, { path: { taskId: id }, body: { name, artifact, parameters: many } });
  assert.deepEqual([replaced.body.warnings.length, replaced.body.warnings[5]], [6, 'The artifact does not declare 4 further parameters.']);
  assert.equal((await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: id } })).body.warnings, undefined);
  assert.equal((await created({ parameters: { who: 'x' } })).warnings, undefined);
});

test('task-executions.start.undeclared', async () => {
  const { id } = await created();
  const { status, body } = await call(START, { body: { executable: id, parameters: { whom: 'Ada' } } });
  assert.equal(status, 201);
  assert.match(body.warnings[0], /no parameter "whom".*Did you mean "who"/);
  assert.deepEqual((await claimed()).parameters, { who: 'world', whom: 'Ada' });
});

test('artifacts.publish.undeclared', async () => {
  const { name } = await created({ parameters: { who: 'Ada' } });
  const { warnings } = await publish({ version: '2.0.0' }, await jobArchive({ contexts: { Default: 'whom=world' } }));
  assert.deepEqual(warnings, [
    `Task '${name}': The artifact declares no parameter "who"; it is passed on as a custom one. Did you mean "whom"?`,
  ]);
});

test('artifacts.publish.lost-contexts', async () => {
  const chosen = await created({ contextName: 'PROD', autoUpgradeInfo: { autoUpgradable: true } });
  const configured = await created();
  await configure(configured.id, { contextName: 'PROD' });
  const { warnings } = await publish({ version: '2.0.0' }, await jobArchive({ contexts: { Default: 'who=world' } }));
  assert.deepEqual(
    warnings,
    [chosen, configured]
      .map(({ name }) => name)
      .toSorted()
      .map(
        (name) =>
          `Task '${name}': This version has no context "PROD", so that its runs with this version are refused. Choose one of Default.`,
      ),
  );
});

test('artifacts.publish.lost-contexts: of many tasks, those that lose their context come first', async () => {
  for (let index = 0; index < 20; index += 1) await created({ name: `A ${index}`, parameters: { who: 'Ada' } });
  await created({ name: 'Z', contextName: 'PROD' });
  const { warnings } = await publish({ version: '2.0.0' }, await jobArchive({ contexts: { Default: 'who=world' } }));
  assert.deepEqual(
    warnings?.map((warning: string) => warning.slice(0, 9)),
    ["Task 'Z':"],
  );
});

test('artifacts.publish.archive-secrets: a password that a task has stays at the next publication', async () => {
  const autoUpgradeInfo = { autoUpgradable: true, overrideWithDefaultParameters: true };
  const { id } = await created({ parameters: { db_password: 'Sesame-17' }, autoUpgradeInfo });
  const { version } = await publish({ version: '2.0.0' });
  const { body } = await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: id } });
  assert.deepEqual([body.artifact.version, body.secretParameters], [version, ['db_password']]);
  assert.ok(!JSON.stringify(body).includes('Sesame'));
  await call(START, { body: { executable: id } });
  const { parameters, secretParameters } = await (await standInEngine(server, place.environmentId)).claimOne();
  assert.deepEqual([parameters['db_password'], secretParameters], ['Sesame-17', ['db_password']]);
});
