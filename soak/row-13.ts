/** Signatures of webhooks: repeats the tests with secrets that change while deliveries are sent, changed requests, and public verifiers. */
import { runRounds } from './test-rounds.ts';
import { soak } from './stage.ts';

const FILE = 'packages/server/src/features/events/webhook-sender/rotation.test.ts';

await soak(13, 'signatures of webhooks', { long: 600, short: 1 }, async (stage) => {
  const rotations = stage.short ? 5 : 200;
  const { rounds, passed, failed } = await runRounds(stage, FILE, {
    database: true,
    ...(stage.short && { maxRounds: 1 }),
    environment: { MILLRACE_SOAK_ROTATIONS: String(rotations) },
    sample: 'a changed request',
  });
  return {
    facts: [
      ['rounds', rounds],
      ['rotations in each', rotations],
      ['tests passed', passed],
    ],
    zero: { 'tests failed': failed },
    notes: [
      'The npm package standardwebhooks accepts each delivery with the secret from before and the one from after the last rotation, and with no other secret.',
      'A request that is changed at any place is refused. The Python package standardwebhooks verifies one, where it is installed.',
    ],
  };
});
