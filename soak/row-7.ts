/** Final statuses never change, in a million random concurrent transitions. */
import { runRounds } from './test-rounds.ts';
import { soak } from './stage.ts';

await soak(7, 'final statuses never change', undefined, async (stage) => {
  const moves = stage.smoke ? 400 : stage.short ? 20_000 : 1_000_000;
  const { failed, output } = await runRounds(stage, 'packages/server/src/features/processing/task-executions/life-cycle/states.test.ts', {
    maxRounds: 1,
    sample: 'task-executions.status.terminal',
    database: true,
    environment: { MILLRACE_MOVES: String(moves), TEST_SEED: String(stage.seed) },
  });
  return {
    facts: [
      ['attempted transitions, eight at a time', moves],
      ['output of the test', output.join('; ')],
    ],
    zero: { 'tests failed': failed },
    notes: ['A trigger of the database records each change; the test compares all changes with the table of transitions.'],
  };
});
