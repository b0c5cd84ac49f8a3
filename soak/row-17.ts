/** Keys change under load: no valid token is rejected, and no encrypted row is unreadable. */
import { runRounds } from './test-rounds.ts';
import { soak } from './stage.ts';

await soak(17, 'keys change under load', undefined, async (stage) => {
  const rotations = stage.smoke ? 1 : stage.short ? 5 : 200;
  const { failed, output } = await runRounds(stage, 'packages/server/test/journeys/key-rotation.test.ts', {
    maxRounds: 1,
    database: true,
    environment: { MILLRACE_KEY_ROTATIONS: String(rotations) },
  });
  return {
    facts: [
      ['rotations of the signing key and of the key of the install', rotations],
      ['output of the test', output.join('; ')],
    ],
    zero: { 'tests failed': failed },
    notes: [
      'Two servers are restarted one after the other three times in each rotation, and `npm run rotate:key` runs meanwhile.',
      'Meanwhile tokens are issued, used at both servers and checked by the published keys; webhooks and connections are written at one server and read at another.',
      'Each rotation of the signing key simulates that a month has passed. From then on, the tokens of older keys have expired and are not used any more.',
    ],
  };
});
