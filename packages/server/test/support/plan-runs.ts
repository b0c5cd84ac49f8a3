/** Functions for tests of plan executions. */
import assert from 'node:assert/strict';
import type { Schema } from '@millrace/contract';
import { runTimer } from './background.ts';
import { standInEngine, type Claimed, type StandInEngine } from './engine.ts';
import type { TestServer } from './server.ts';

type Outcome = Schema<'FinishReport'>['outcome'];
type Steps = readonly {
  tasks: readonly string[];
  condition?: Schema<'StepCondition'>;
  handler?: { tasks?: readonly string[]; plans?: readonly string[] };
}[];

/** A workspace with an engine. */
export type Stage = Awaited<ReturnType<typeof createStage>>;

/** Makes a workspace with a fake engine. The test decides how the tasks of plans end. */
export async function createStage(server: TestServer) {
  const { call, make } = server;
  const workspace = await make.workspace();
  const engine: StandInEngine = await standInEngine(server, workspace.environment);
  let number = 0;

  const stage = {
    workspace,
    engine,
    /** Makes tasks. */
    tasks: async (count: number): Promise<string[]> => {
      const made: string[] = [];
      for (let index = 0; index < count; index += 1) made.push((await make.task({ workspace: workspace.id })).id);
      return made;
    },

    /** Returns the body of a plan. */
    planBody: (steps: Steps, name = `Plan ${(number += 1)} of ${workspace.name}`) => ({
      name,
      workspaceId: workspace.id,
      steps: steps.map(({ tasks, condition = 'ALL_SUCCEEDED', handler }, index) => ({
        name: `Step ${index + 1}`,
        taskIds: [...tasks],
        condition,
        ...(handler && { handlerOnFailure: { taskIds: [...(handler.tasks ?? [])], planIds: [...(handler.plans ?? [])] } }),
      })),
    }),

    /** Creates a plan and returns its id. */
    plan: async (steps: Steps): Promise<string> => {
      const { status, body } = await call('POST /orchestration/executables/plans', { body: stage.planBody(steps) });
      assert.equal(status, 201, JSON.stringify(body));
      return body.id;
    },

    /** Starts a plan and returns the id of its execution. */
    start: async (executable: string, more: object = {}): Promise<string> => {
      const { status, body } = await call('POST /processing/executions/plans', { body: { executable, ...more } });
      assert.equal(status, 201, JSON.stringify(body));
      return body.executionId;
    },

    /** Runs the timer that advances plans, once. */
    advance: (): Promise<void> => runTimer(server.platform, 'advance-plans'),

    /** Claims the waiting executions and returns them. The engine keeps its leases. */
    claimAll: async (): Promise<Claimed[]> => (await engine.claim({ free: 100 })).executions,

    /** Ends executions, by default successfully, and advances the plans. `outcomes` has other outcomes by task. */
    finish: async (claimed: readonly Claimed[], outcomes: Readonly<Record<string, Outcome>> = {}): Promise<void> => {
      for (const execution of claimed) await engine.finish(execution, { outcome: outcomes[execution.taskId] ?? 'EXECUTION_SUCCESS' });
      await stage.advance();
    },

    /** Runs executions until none waits. Returns the tasks of each round, which ran in parallel. */
    drain: async (outcomes: Readonly<Record<string, Outcome>> = {}): Promise<string[][]> => {
      const rounds: string[][] = [];
      for (;;) {
        const claimed = await stage.claimAll();
        if (claimed.length === 0) return rounds;
        rounds.push(claimed.map(({ taskId }) => taskId).toSorted());
        await stage.finish(claimed, outcomes);
      }
    },

    read: async (planExecutionId: string) =>
      (await call('GET /processing/executions/plans/{planExecutionId}', { path: { planExecutionId } })).body,
    status: async (planExecutionId: string): Promise<string> => (await stage.read(planExecutionId)).executionStatus,
    steps: async (planExecutionId: string) =>
      (await call('GET /processing/executions/plans/{planExecutionId}/steps', { path: { planExecutionId } })).body,
    statuses: async (planExecutionId: string): Promise<string[]> =>
      (await stage.steps(planExecutionId)).map((one: { executionStatus: string }) => one.executionStatus),
    step: (planExecutionId: string, stepExecutionId: string) =>
      call('GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}', { path: { planExecutionId, stepExecutionId } }),
    errorHandler: (planExecutionId: string, stepExecutionId: string) =>
      call('GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}/error-handler', {
        path: { planExecutionId, stepExecutionId },
      }),
    end: (planExecutionId: string) => call('DELETE /processing/executions/plans/{planExecutionId}', { path: { planExecutionId } }),
  };
  return stage;
}
