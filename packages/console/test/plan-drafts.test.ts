import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boxAt, placeSteps, positionOf } from '../src/features/plans/graph-layout.ts';
import {
  stepsOfChart,
  toStepRequests,
  withEntry,
  withMovedEntry,
  withMovedStep,
  withoutEntry,
  withoutStep,
  withStep,
  type DraftStep,
} from '../src/features/plans/plan-draft.ts';

const step = (key: string, tasks: string[], handler: string[] = []): DraftStep => ({
  key,
  id: key,
  name: key.toUpperCase(),
  condition: 'ALL_SUCCEEDED',
  tasks: tasks.map((id) => ({ id, kind: 'TASK', name: id })),
  handler: handler.map((id) => ({ id, kind: id.startsWith('plan') ? 'PLAN' : 'TASK', name: id })),
  note: '',
});
const summaryOf = (steps: readonly DraftStep[]): string =>
  steps
    .map(
      ({ key, tasks, handler }) => `${key}(${tasks.map(({ id }) => id)}${handler.length > 0 ? ` ! ${handler.map(({ id }) => id)}` : ''})`,
    )
    .join(' ');

const PLAN = [step('a', ['1', '2']), step('b', ['3'], ['4', 'plan5']), step('c', ['1'])];

describe('a plan in the editor', () => {
  it('gets steps at a position, each with a key of its own', () => {
    const once = withStep(PLAN, 1, 'New');
    assert.equal(summaryOf(withStep(once, 9, 'Newer')), 'a(1,2) new-1() b(3 ! 4,plan5) c(1) new-2()');
  });

  it('moves and removes steps, and never moves a step beyond the first or last position', () => {
    assert.equal(summaryOf(withMovedStep(PLAN, 'c', 0)), 'c(1) a(1,2) b(3 ! 4,plan5)');
    assert.equal(summaryOf(withMovedStep(PLAN, 'a', 99)), 'b(3 ! 4,plan5) c(1) a(1,2)');
    assert.equal(summaryOf(withMovedStep(PLAN, 'a', -1)), summaryOf(PLAN));
    assert.equal(summaryOf(withMovedStep(PLAN, 'gone', 1)), summaryOf(PLAN));
    assert.equal(summaryOf(withoutStep(PLAN, 'b')), 'a(1,2) c(1)');
  });

  it('moves tasks between steps and error handlers', () => {
    assert.equal(
      summaryOf(withMovedEntry(PLAN, { step: 'a', part: 'tasks', id: '2' }, { step: 'c', part: 'tasks' })),
      'a(1) b(3 ! 4,plan5) c(1,2)',
    );
    assert.equal(
      summaryOf(withMovedEntry(PLAN, { step: 'a', part: 'tasks', id: '2' }, { step: 'b', part: 'handler' })),
      'a(1) b(3 ! 4,plan5,2) c(1)',
    );
  });

  it('does not move a task to a step that has it already, nor a plan to the tasks of a step', () => {
    assert.equal(summaryOf(withMovedEntry(PLAN, { step: 'a', part: 'tasks', id: '1' }, { step: 'c', part: 'tasks' })), summaryOf(PLAN));
    assert.equal(
      summaryOf(withMovedEntry(PLAN, { step: 'b', part: 'handler', id: 'plan5' }, { step: 'a', part: 'tasks' })),
      summaryOf(PLAN),
    );
    assert.equal(summaryOf(withEntry(PLAN, { step: 'a', part: 'tasks' }, { id: '1', kind: 'TASK' })), summaryOf(PLAN));
  });

  it('removes tasks', () => {
    assert.equal(summaryOf(withoutEntry(PLAN, { step: 'b', part: 'handler', id: '4' })), 'a(1,2) b(3 ! plan5) c(1)');
  });

  it('is sent with the ids of its saved steps, and without those of new ones', () => {
    const requests = toStepRequests(withEntry(withStep(PLAN, 0, 'First'), { step: 'new-1', part: 'tasks' }, { id: '9', kind: 'TASK' }));
    assert.deepEqual(requests[0], { name: 'First', condition: 'ALL_SUCCEEDED', taskIds: ['9'] });
    assert.deepEqual(requests[2], {
      id: 'b',
      name: 'B',
      condition: 'ALL_SUCCEEDED',
      taskIds: ['3'],
      handlerOnFailure: { taskIds: ['4'], planIds: ['plan5'] },
    });
  });

  it('is read from a chart, in which each step holds the next one', () => {
    const chart = {
      id: 'a',
      name: 'A',
      status: 'PARTIAL_SUCCESS' as const,
      flows: [{ id: '1', name: 'one' }],
      stepOnException: { status: 'FAIL' as const, flows: [{ id: 'p', abstractPlanId: 'p' }] },
      nextStep: { id: 'b', name: 'B', status: 'PROCEED' as const, flows: [{ id: '2' }], note: 'n' },
    };
    assert.deepEqual(
      stepsOfChart(chart).map(({ key, condition, tasks, handler, note }) => [key, condition, tasks.length, handler[0]?.kind, note]),
      [
        ['a', 'AT_LEAST_ONE_SUCCEEDED', 1, 'PLAN', ''],
        ['b', 'ALWAYS_PROCEED_ON', 1, undefined, 'n'],
      ],
    );
    assert.deepEqual(stepsOfChart(undefined), []);
  });
});

describe('the graph', () => {
  const overlap = (a: { x: number; y: number; width: number; height: number }, b: typeof a): boolean =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

  for (const direction of ['right', 'down'] as const)
    it(`has boxes that do not overlap, ${direction}`, () => {
      const boxes = placeSteps(PLAN, direction, true).flatMap(({ step: box, handler }) => (handler ? [box, handler] : [box]));
      assert.equal(boxes.length, 4);
      for (const [index, box] of boxes.entries()) for (const other of boxes.slice(index + 1)) assert.ok(!overlap(box, other));
    });

  it('finds the position or the box to which a step or an entry was dragged', () => {
    const boxes = placeSteps(PLAN, 'right', false).map(({ step: box }) => box);
    const [first, second, third] = boxes as [(typeof boxes)[0], (typeof boxes)[0], (typeof boxes)[0]];
    assert.equal(positionOf({ ...first, x: third.x + 10 }, [second, third], 'right'), 2);
    assert.equal(positionOf({ ...third, x: first.x - 10 }, [first, second], 'right'), 0);
    assert.equal(boxAt(boxes, { x: second.x + 1, y: second.y + 1 }), 1);
    assert.equal(boxAt(boxes, { x: second.x - 1, y: 0 }), -1);
  });
});
