/** Log limits: repeats tests with endless lines, binary output, very many lines, wrong and expired tokens, malicious reports. */
import { soak } from './stage.ts';
import { repeatFiles } from './test-rounds.ts';

const FILES = [
  'packages/server/test/journeys/log-limits.test.ts',
  'packages/server/src/features/monitoring/execution-logs/generate-log-file.test.ts',
  'packages/server/src/features/monitoring/execution-logs/delete-execution-logs.test.ts',
  'packages/server/src/features/monitoring/log-store/settle.test.ts',
  'packages/server/src/features/processing/engine-protocol/report-logs.test.ts',
  'packages/server/src/features/processing/engine-protocol/report-executions.test.ts',
  'packages/server/src/features/system/downloads/get-download.test.ts',
  'packages/engine/src/logs/line-reader.test.ts',
  'packages/engine/src/logs/log-queue.test.ts',
];

await soak(9, 'log limits', { long: 1800, short: 1 }, async (stage) => {
  const { rounds, passed, failed, output } = await repeatFiles(stage, FILES, { database: true });
  const peakMemory = (program: string): number =>
    Math.max(...output.map((line) => Number(new RegExp(`of the ${program} (\\d+) MB`).exec(line)?.[1] ?? 0)));
  return {
    facts: [
      ['files of tests run', rounds],
      ['tests passed', passed],
      ['peak memory of a server, MB', peakMemory('server')],
      ['peak memory of an engine, MB', peakMemory('engine')],
    ],
    zero: { 'tests failed': failed },
    notes: [
      'Output in each round: a line of 10 MB, invalid UTF-8, NUL, ANSI and progress bars; 300,000 lines at once, read in pages, by search and as a file of 100,000 lines (206).',
      'Tokens and signatures in each round: forged ones, those of other users, and expired ones.',
      'Reports in each round: chunks that are doubled, reordered, of an old fence, or malformed; clocks that are set back.',
    ],
  };
});
