/** After a million random changes, the rights on workspaces and the sharings are the same as in simple models. */
import { runRounds, type Rounds } from './test-rounds.ts';
import { soak } from './stage.ts';

const FEATURES = 'packages/server/src/features/';

await soak(23, 'rights on workspaces and sharings are those of simple models', undefined, async (stage) => {
  const grants = stage.smoke ? 500 : stage.short ? 20_000 : 1_000_000;
  // With fewer changes of sharings, hardly any change is refused.
  const sharings = Math.max(grants, 4000);
  const environment = {
    MILLRACE_GRANTS: String(grants),
    MILLRACE_SHARINGS: String(sharings),
    TEST_SEED: String(stage.seed),
  };
  const runOnce = (file: string): Promise<Rounds> => runRounds(stage, `${FEATURES}${file}`, { maxRounds: 1, database: true, environment });
  const [ofRights, ofSharings] = await Promise.all([
    runOnce('security/workspace-permissions/rights-model.test.ts'),
    runOnce('sharing/sharing/sharing-model.test.ts'),
  ]);
  return {
    facts: [
      ['rights granted or revoked at random, one account or a batch a call', grants],
      ['output of the test of rights', ofRights.output.join('; ')],
      ['random changes of sharings, between changes of nested groups and deletions', sharings],
      ['output of the test of sharings', ofSharings.output.join('; ')],
    ],
    zero: { 'tests failed': ofRights.failed + ofSharings.failed },
    notes: [
      'After each call, the list of rights and the visible workspaces of one account are compared with the model.',
      'After each change of sharings or groups, the entities and levels of one user and the sharing set of one entity are compared with the model.',
    ],
  };
});
