import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addStep, chartSteps, parseSteps, toStepRequest } from './chart-steps.ts';

it('reads a step with its tasks, in the order of the options', () => {
  const steps = addStep('Write = all=invoices', addStep('Load=orders, rates'));
  assert.deepEqual(steps, [
    { name: 'Load', taskIds: ['orders', 'rates'] },
    { name: 'Write ', taskIds: ['all=invoices'] },
  ]);
  for (const text of ['Load', '=orders', 'Load=', 'Load=a,,b', 'Load=a,'])
    assert.throws(() => addStep(text), { kind: 'usage', message: /--step takes name=task,task/ }, text);
});

it('parses a list of steps, and refuses any other content', () => {
  const steps = [{ name: 'Load', taskIds: ['a'], condition: 'ALWAYS_PROCEED_ON', handlerOnFailure: { planIds: ['repair'] } }];
  assert.deepEqual(parseSteps(JSON.stringify(steps), 'steps.json'), steps);
  for (const text of ['[', '{}', '[1]', '[{"name": "x"}]', '[{"taskIds": [1]}]', '[{"taskIds": [], "handlerOnFailure": {"planIds": "x"}}]'])
    assert.throws(
      () => parseSteps(text, 'steps.json'),
      { kind: 'usage', message: /^steps\.json (?:is not JSON: see line \d+, column \d+|must contain a list)/ },
      text,
    );
});

it('converts a chart to the steps of a request', () => {
  const chart = {
    id: '1',
    name: 'Load',
    status: 'PARTIAL_SUCCESS' as const,
    taskIds: ['a', 'b'],
    stepOnException: { status: 'FAIL' as const, taskIds: ['c'], flows: [{ id: 'c' }, { id: 'p', abstractPlanId: 'p' }] },
    nextStep: { id: '2', name: 'Write', status: 'PROCEED' as const, taskIds: ['d'], note: 'last' },
  };
  assert.deepEqual(chartSteps(chart).map(toStepRequest), [
    {
      id: '1',
      name: 'Load',
      condition: 'AT_LEAST_ONE_SUCCEEDED',
      taskIds: ['a', 'b'],
      handlerOnFailure: { taskIds: ['c'], planIds: ['p'] },
    },
    { id: '2', name: 'Write', condition: 'ALWAYS_PROCEED_ON', taskIds: ['d'], note: 'last' },
  ]);
  assert.deepEqual(chartSteps(undefined), []);
});
