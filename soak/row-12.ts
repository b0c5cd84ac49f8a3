/** Closed addresses in thousands of forms: repeats the tests that count the connections of the process. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { runRounds } from './test-rounds.ts';
import { soak } from './stage.ts';

const FILES = ['outbound', 'outbound-rules', 'outbound-requests', 'outbound-pool'].map(
  (name) => `packages/server/src/core/outbound/${name}.test.ts`,
);

await soak(12, 'connections to closed addresses', { long: 600, short: 1 }, async (stage) => {
  // A smoke run does not run all files, but checks that all exist.
  for (const file of FILES) await access(join(import.meta.dirname, '..', file));
  const totals = { rounds: 0, passed: 0, failed: 0 };
  const until = performance.now() + stage.seconds * 1000;
  do {
    for (const file of stage.smoke ? FILES.slice(-1) : FILES) {
      const result = await runRounds(stage, file, { maxRounds: 1, sample: 'no form of a closed address' });
      totals.rounds += result.rounds;
      totals.passed += result.passed;
      totals.failed += result.failed;
    }
  } while (!stage.smoke && performance.now() < until);
  return {
    facts: [
      ['files of tests run', totals.rounds],
      ['tests passed', totals.passed],
    ],
    zero: { 'tests failed': totals.failed },
    notes: [
      'Each round: over a thousand forms of closed addresses (octal, hexadecimal, one number, digits of other scripts, mapped, NAT64, 6to4, Teredo, zones),',
      'each in eleven forms of URLs (users, backslashes, encoded digits), names whose address changes between two connections, and redirects.',
      'The tests count the TCP connections that the process begins, and what servers on every address of the machine get: none.',
    ],
  };
});
