// run: waiting, in test:all because it starts an engine
/** A plan of three steps on the built-in engine: one step fails, its error handler runs, and the plan is run again from that step. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { startInProcessInstall } from '../support/in-process-install.ts';
import { eventually, publishTask, wholeLog } from '../support/install.ts';

const install = await startInProcessInstall({ engine: true });
const client = await install.client();

const print = async (name: string, script = `echo ${name}`): Promise<string> =>
  publishTask(client, await shellBundle(script, { environment: ['mode'] }), { name, parameters: {} });

/** Waits until a plan execution has ended. */
const ended = (planExecutionId: string) =>
  eventually('the plan execution has ended', async () => {
    const { body } = await client.call('GET /processing/executions/plans/{planExecutionId}', { path: { planExecutionId } });
    return body.finishTimestamp === null ? undefined : body;
  });
const stepsOf = async (planExecutionId: string) =>
  (await client.call('GET /processing/executions/plans/{planExecutionId}/steps', { path: { planExecutionId } })).body;
const outputOf = async (executionId: string): Promise<string[]> =>
  (await wholeLog(client, executionId)).filter((line) => line.logType === 'STDOUT').map((line) => line.logMessage);

it('runs steps in order, handles a failure, and continues from there when the fault is corrected', async () => {
  const { body: workspaces } = await client.call('GET /orchestration/workspaces');
  const workspaceId = workspaces.find((workspace) => workspace.type === 'shared')?.id ?? '';
  const [extract, clean, publish, tell] = [await print('extract'), await print('clean'), await print('publish'), await print('tell')];
  const load = await print('load', 'echo "load as $mode."; test "$mode" = mended');
  const { body: task } = await client.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: load } });
  const notify = { name: 'Notify', workspaceId, steps: [{ name: 'Tell', taskIds: [tell] }] };
  const { body: handler } = await client.call('POST /orchestration/executables/plans', { body: notify });
  const nightly = {
    name: 'Nightly',
    workspaceId,
    steps: [
      { name: 'Extract', taskIds: [extract, clean] },
      { name: 'Load', taskIds: [load], handlerOnFailure: { taskIds: [clean], planIds: [handler.id] } },
      { name: 'Publish', taskIds: [publish] },
    ],
  };
  const { body: plan } = await client.call('POST /orchestration/executables/plans', { body: nightly });

  const { body: started } = await client.call('POST /processing/executions/plans', { body: { executable: plan.id } });
  const first = await ended(started.executionId);
  assert.equal(first.executionStatus, 'EXECUTION_FAILED', first.errorMessage);
  assert.match(first.errorMessage ?? '', /'Load' failed/);
  const steps = await stepsOf(first.executionId);
  assert.deepEqual(
    steps.map((step) => step.executionStatus),
    ['EXECUTION_SUCCESS', 'EXECUTION_FAILED'],
  );
  const loaded = first.doneExecutableDetails?.find((detail) => detail.jobId === load);
  assert.deepEqual(await outputOf(loaded?.executionId ?? ''), ['load as .']);
  const stepId = steps[1]?.executionId ?? '';
  const path = { planExecutionId: first.executionId, stepExecutionId: stepId };
  const { body: handled } = await client.call('GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}/error-handler', {
    path,
  });
  assert.deepEqual([handled.executionStatus, handled.doneExecutableCount], ['EXECUTION_SUCCESS', 2]);
  assert.deepEqual(await outputOf(handled.doneTaskExecutableDetails[0]?.executionId ?? ''), ['clean']);

  const mended = {
    name: task.name,
    description: null,
    workspaceId,
    environmentId: task.workspace?.environment?.id ?? '',
    artifact: { id: task.artifact.id, version: task.artifact.version },
    parameters: { mode: 'mended' },
  };
  await client.call('PUT /orchestration/executables/tasks/{taskId}', { path: { taskId: load }, body: mended });
  const again = { executable: plan.id, executionPlanId: first.executionId, stepId, rerunOnlyFailedTasks: true };
  const { body: restarted } = await client.call('POST /processing/executions/plans', { body: again });
  const second = await ended(restarted.executionId);
  assert.equal(second.executionStatus, 'EXECUTION_SUCCESS', second.errorMessage);
  assert.deepEqual(
    second.doneExecutableDetails?.map((detail) => detail.jobId),
    [load, publish],
  );
});
