import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireNoErrorHandlerCycle, requirePlanUnused, requireFewReferences, stepsOf, type ReachedPlan } from './rules.ts';

test('plans.replace.cycle: the path is the shortest one', () => {
  const own = { id: 'a', name: 'A' };
  const plan = (id: string, ...handlers: string[]): ReachedPlan => ({ id, name: id.toUpperCase(), handlers });
  const message = (handlers: string[], reached: ReachedPlan[]): string => {
    try {
      requireNoErrorHandlerCycle(own, handlers, reached);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.equal(message([], []), '');
  assert.equal(message(['b', 'c'], [plan('b', 'c', 'd'), plan('c', 'd'), plan('d')]), '');
  assert.match(message(['a'], [plan('a', 'b')]), /: 'A' → 'A'\./);
  assert.match(message(['b', 'c'], [plan('b', 'd'), plan('c', 'a'), plan('d', 'a')]), /: 'A' → 'C' → 'A'\./);
  const hidden = { ...plan('c', 'a'), name: null };
  assert.match(message(['b'], [plan('b', 'c'), hidden]), /: 'A' → 'B' → a plan that you cannot see → 'A'\./);

  const long = Array.from({ length: 5000 }, (_, number) => plan(`p${number}`, `p${number + 1}`, `p${number + 2}`));
  assert.equal(message(['p0'], long), '');
});

test('plans.limits.size: tasks and plans of steps and error handlers count together', () => {
  const ids = (length: number): string[] => Array.from({ length }, () => 'x');
  const steps = (tasks: number, handler: number, plans: number) =>
    stepsOf([{ name: 'a', taskIds: ids(tasks), handlerOnFailure: { taskIds: ids(handler), planIds: ids(plans) } }]);
  requireFewReferences(steps(900, 99, 1));
  assert.throws(() => requireFewReferences(steps(900, 99, 2)), { status: 400, code: 'plan_too_large', message: /name 1001 / });
});

test('plans.delete.use: the message names only plans that the caller may see', () => {
  requirePlanUnused({ count: 0, names: [] });
  assert.throws(() => requirePlanUnused({ count: 2, names: ['A'] }), { status: 409, code: 'plan_in_use', message: /: 'A', 1 more\./ });
  assert.throws(() => requirePlanUnused({ count: 1, names: [] }), { status: 409, message: /1 that you cannot see/ });
});
