/** Repeats the tests that crash a process at every fault point. */
import { runRounds } from './test-rounds.ts';
import { soak } from './stage.ts';

await soak(3, 'crash at every fault point', { long: 1800, short: 1 }, async (stage) => {
  const { rounds, passed, failed } = await runRounds(stage, 'packages/server/test/journeys/crash.test.ts', {
    database: true,
    sample: 'every fault point has a crash',
    ...(stage.smoke && { maxRounds: 1 }),
  });
  return {
    facts: [
      ['rounds of the crash suite', rounds],
      ['tests passed', passed],
    ],
    zero: { 'tests failed': failed },
  };
});
