/** Rights on workspaces after a million random changes are those of a simple model. */
import { runRounds } from './test-rounds.ts';
import { soak } from './stage.ts';

await soak(23, 'rights on workspaces are those of a simple model', undefined, async (stage) => {
  const grants = stage.smoke ? 500 : stage.short ? 20_000 : 1_000_000;
  const { failed, output } = await runRounds(stage, 'packages/server/src/features/security/workspace-permissions/rights-model.test.ts', {
    most: 1,
    database: true,
    environment: () => ({ MILLRACE_GRANTS: String(grants), TEST_SEED: String(stage.seed) }),
  });
  return {
    facts: [
      ['random grants and revocations, single and in batches', grants],
      ['output of the test', output.map((line) => line.replace('soak: ', '')).join('; ')],
    ],
    zero: { 'tests failed': failed },
    notes: ['After each call, the list of rights and the visible workspaces of one account are compared with the model.'],
  };
});
