/** Closed addresses in thousands of forms: repeats the tests that count the connections of the process. */
import { soak } from './stage.ts';
import { repeatFiles } from './test-rounds.ts';

const FILES = [
  'packages/server/src/core/outbound/outbound.test.ts',
  'packages/server/src/core/outbound/outbound-rules.test.ts',
  'packages/server/src/core/outbound/outbound-requests.test.ts',
  'packages/server/src/core/outbound/outbound-pool.test.ts',
];

await soak(12, 'connections to closed addresses', { long: 600, short: 1 }, async (stage) => {
  const { rounds, passed, failed } = await repeatFiles(stage, FILES, { sample: 'no form of a closed address' });
  return {
    facts: [
      ['files of tests run', rounds],
      ['tests passed', passed],
    ],
    zero: { 'tests failed': failed },
    notes: [
      'Each round: over a thousand forms of closed addresses (octal, hexadecimal, one number, digits of other scripts, mapped, NAT64, 6to4, Teredo, zones), each in eleven forms of URLs (users, backslashes, encoded digits).',
      'Also in each round: names whose address changes between two connections, and redirects.',
      'The tests count the TCP connections that the process begins, and what servers on every address of the machine get: none.',
    ],
  };
});
