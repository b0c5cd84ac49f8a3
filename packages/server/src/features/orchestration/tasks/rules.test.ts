import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../core/base/problem.ts';
import {
  requireEnvironmentOfWorkspace,
  requireTaskNotRunning,
  requireUsableConnections,
  requireWorkspaceOfTask,
  toTexts,
} from './rules.ts';
import { runtimeOf } from './runtimes.ts';

type RunConfig = Parameters<typeof runtimeOf>[0];

const refuses = (work: () => unknown, status: number, code: string): void =>
  assert.throws(work, (error) => error instanceof Problem && error.status === status && error.code === code);
const config = (changes: Partial<RunConfig> = {}): RunConfig =>
  ({ trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' }, parallelExecutionAllowed: false, logLevel: 'WARN', ...changes }) as RunConfig;

test('tasks.create.environment: the environment of the body is that of the workspace', () => {
  requireEnvironmentOfWorkspace('a', 'a');
  refuses(() => requireEnvironmentOfWorkspace('a', 'b'), 400, 'workspace_outside_environment');
});

test('tasks.replace.workspace: the workspace of the body is that of the task', () => {
  requireWorkspaceOfTask('a', 'a');
  requireWorkspaceOfTask(undefined, 'a');
  refuses(() => requireWorkspaceOfTask('a', 'b'), 400, 'task_moved');
});

test('tasks.create.parameters: each kind of value has one text', () => {
  const cases: [Parameters<typeof toTexts>[0], Record<string, string>][] = [
    [undefined, {}],
    [{}, {}],
    [
      { a: 'x', b: '' },
      { a: 'x', b: '' },
    ],
    [
      { a: 0, b: -1.25, c: 1e21 },
      { a: '0', b: '-1.25', c: '1e+21' },
    ],
    [
      { a: true, b: false },
      { a: 'true', b: 'false' },
    ],
    [{ a: null, b: '1' }, { b: '1' }],
    [JSON.parse('{"__proto__": "1"}') as Record<string, string>, JSON.parse('{"__proto__": "1"}') as Record<string, string>],
  ];
  for (const [values, texts] of cases) assert.deepEqual(toTexts(values), texts);
});

test('tasks.delete.running: one unfinished execution is enough', () => {
  requireTaskNotRunning(0);
  for (const unfinished of [1, 2]) refuses(() => requireTaskNotRunning(unfinished), 409, 'task_running');
});

test('tasks.run-config.runtime: CLOUD has neither engine nor cluster, REMOTE_ENGINE an engine, REMOTE_ENGINE_CLUSTER a cluster', () => {
  assert.deepEqual(runtimeOf(config()), { engine: null, cluster: null });
  assert.deepEqual(runtimeOf(config({ runtime: { type: 'CLOUD', id: 'ignored' } })), { engine: null, cluster: null });
  assert.deepEqual(runtimeOf(config({ runtime: { type: 'REMOTE_ENGINE', id: 'E' } })), { engine: 'e', cluster: null });
  assert.deepEqual(runtimeOf(config({ runtime: { type: 'REMOTE_ENGINE_CLUSTER', id: 'C' } })), { engine: null, cluster: 'c' });
  for (const id of ['', null]) {
    refuses(() => runtimeOf(config({ runtime: { type: 'REMOTE_ENGINE', id } })), 400, 'engine_unknown');
    refuses(() => runtimeOf(config({ runtime: { type: 'REMOTE_ENGINE_CLUSTER', id } })), 400, 'cluster_unknown');
  }
  for (const type of ['CLOUD_EXCLUSIVE', 'PIPELINE_ENGINE'] as const) {
    refuses(() => runtimeOf(config({ runtime: { type, id: 'e' } })), 400, 'runtime_not_supported');
  }
});

test('tasks.create.connections: each connection must be usable', () => {
  requireUsableConnections(undefined, []);
  requireUsableConnections({ a: 'x', b: 'x', c: 'Y' }, [{ id: 'x' }, { id: 'y' }]);
  refuses(() => requireUsableConnections({ a: 'x', b: 'y' }, [{ id: 'x' }]), 400, 'reference_unknown');
});
