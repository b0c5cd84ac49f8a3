/** Terminal states are final under a million random concurrent moves. */
import { runRounds } from './test-rounds.ts';
import { soak } from './stage.ts';

await soak(7, 'terminal states are final', undefined, async (stage) => {
  const moves = stage.smoke ? 400 : stage.short ? 20_000 : 1_000_000;
  const { failed, said } = await runRounds(stage, 'packages/server/src/features/processing/task-executions/life-cycle/states.test.ts', {
    most: 1,
    sample: 'task-executions.status.terminal',
    database: true,
    environment: () => ({ MILLRACE_MOVES: String(moves), TEST_SEED: String(stage.seed) }),
  });
  return {
    facts: [
      ['attempts to move, eight at once', moves],
      ['said by the test', said.map((line) => line.replace('soak: ', '')).join('; ')],
    ],
    zero: { 'tests failed': failed },
    notes: ['The database itself writes each change down; the test compares all of them with the table of moves.'],
  };
});
