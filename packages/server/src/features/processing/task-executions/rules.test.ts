import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../core/base/problem.ts';
import type { StartableTask } from './life-cycle/new-executions.ts';
import { requireRequiredParameters, requireConfigured, mergeParameters } from './rules.ts';
import { periodOf } from './lists/spans.ts';

const DAY = 86_400_000;
const NOW = new Date(Date.UTC(2026, 5, 1));

const refuses = (work: () => unknown, status: number, code: string, message = /./): void =>
  assert.throws(work, (error) => error instanceof Problem && error.status === status && error.code === code && message.test(error.message));
const taskOf = (changes: Partial<StartableTask>): StartableTask =>
  ({
    id: 't',
    name: 'Task',
    parameters: {},
    connection_parameters: [],
    resources: [],
    artifact_parameters: [],
    runtime_type: 'CLOUD',
    ...changes,
  }) as StartableTask;

test('task-executions.start.configured: the refusal names the task and the endpoint that configures it', () => {
  requireConfigured(taskOf({}));
  requireConfigured(taskOf({ runtime_type: 'REMOTE_ENGINE' }));
  refuses(
    () => requireConfigured(taskOf({ runtime_type: null })),
    501,
    'task_not_configured',
    /'Task'.*\/orchestration\/executables\/tasks\/t\/run-config/,
  );
});

test('task-executions.start.parameters: the nearest value wins', () => {
  const artifact = (value?: string): StartableTask['artifact_parameters'] => [
    { name: 'p', required: false, ...(value !== undefined && { value }) },
  ];
  const cases: [
    artifact: string | undefined,
    task: Record<string, string>,
    start: Record<string, unknown>,
    merged: Record<string, string>,
  ][] = [
    [undefined, {}, {}, {}],
    ['a', {}, {}, { p: 'a' }],
    ['a', { p: 't' }, {}, { p: 't' }],
    ['a', { p: 't' }, { p: 's' }, { p: 's' }],
    ['a', { p: 't' }, { p: null }, { p: 't' }],
    ['a', { p: '' }, {}, { p: '' }],
    ['a', { p: 't' }, { p: '' }, { p: '' }],
    [undefined, { q: 't' }, { r: 1, s: true }, { q: 't', r: '1', s: 'true' }],
  ];
  for (const [value, task, start, merged] of cases) {
    assert.deepEqual(mergeParameters(taskOf({ artifact_parameters: artifact(value), parameters: task }), start), merged);
  }
});

test('task-executions.start.required-parameters: an empty value is missing, and a name of Object.prototype is not a value', () => {
  const names = ['url', 'constructor', '__proto__'];
  const task = taskOf({ artifact_parameters: [...names.map((name) => ({ name, required: true })), { name: 'free', required: false }] });
  refuses(() => requireRequiredParameters(task, {}), 400, 'parameter_required', /url, constructor, __proto__/);
  refuses(() => requireRequiredParameters(task, { url: '', constructor: 'x' }), 400, 'parameter_required', /of url, __proto__:/);
  requireRequiredParameters(task, JSON.parse('{"url": "0", "constructor": "x", "__proto__": "y"}') as Record<string, string>);
  requireRequiredParameters({ ...task, connection_parameters: ['url'] }, { url: '', constructor: 'x', ['__proto__']: 'y' });
  requireRequiredParameters(taskOf({}), {});
  const fromResources = ['resource_file_a', 'resource_flow_temp_folder'].map((name) => ({ name, required: true }));
  const resource = { variable: 'resource_file_a', id: 'r', name: 'a', file: true, hash: 'h', size: 1 };
  requireRequiredParameters(taskOf({ artifact_parameters: fromResources, resources: [resource] }), {});
  refuses(
    () => requireRequiredParameters(taskOf({ artifact_parameters: fromResources }), {}),
    400,
    'parameter_required',
    /of resource_file_a:/,
  );
});

test('task-executions.list.days: without a period the list covers the whole history', () => {
  const from = (days: number): Date => new Date(NOW.getTime() - days * DAY);
  assert.deepEqual(periodOf({}, NOW, 60).from, from(60));
  assert.deepEqual(periodOf({ lastDays: 7 }, NOW, 60).from, from(7));
  assert.deepEqual(periodOf({ lastDays: 60 }, NOW, 8).from, from(8));
  assert.ok(periodOf({}, NOW, 60).to > NOW, 'the clock of the database may be ahead');
});

test('task-executions.limits.period: a period is at most as long as the history and never reversed', () => {
  const at = (days: number): number => NOW.getTime() - days * DAY;
  const cases: [filters: Parameters<typeof periodOf>[0], from: number, to: number][] = [
    [{ from: at(2), to: at(1) }, at(2), at(1)],
    [{ from: at(1), to: at(1) }, at(1), at(1)],
    [{ from: at(60), to: at(0) }, at(60), at(0)],
    [{ from: at(3) }, at(3), at(0)],
    [{ from: at(3), lastDays: 1 }, at(3), at(0)],
    [{ from: at(3), to: at(2), lastDays: 60 }, at(3), at(2)],
    [{ from: at(-3) }, at(-3), at(-3)],
    [{ to: at(10) }, at(70), at(10)],
    [{ to: 0 }, -60 * DAY, 0],
  ];
  for (const [filters, from, to] of cases) assert.deepEqual(periodOf(filters, NOW, 60), { from: new Date(from), to: new Date(to) });
  refuses(() => periodOf({ from: at(1), to: at(2) }, NOW, 60), 400, 'period_reversed');
  refuses(() => periodOf({ from: at(60) - 1, to: at(0) }, NOW, 60), 400, 'period_too_long', /60 days/);
  refuses(() => periodOf({ from: at(61) }, NOW, 60), 400, 'period_too_long');
});
