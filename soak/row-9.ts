/** Log limits: repeats tests with endless lines, binary output, very many lines, wrong and expired tokens, malicious reports. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { runRounds } from './test-rounds.ts';
import { soak } from './stage.ts';

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
  // A smoke run does not run all files, but checks that all exist.
  for (const file of FILES) await access(join(import.meta.dirname, '..', file));
  const totals = { rounds: 0, passed: 0, failed: 0 };
  const output: string[] = [];
  const until = performance.now() + stage.seconds * 1000;
  do {
    for (const file of stage.smoke ? FILES.slice(-1) : FILES) {
      const result = await runRounds(stage, file, { maxRounds: 1, database: true });
      totals.rounds += result.rounds;
      totals.passed += result.passed;
      totals.failed += result.failed;
      output.push(...result.output);
    }
  } while (!stage.smoke && performance.now() < until);
  const peakMemory = (program: string): number =>
    Math.max(...output.map((line) => Number(new RegExp(`of the ${program} (\\d+) MB`).exec(line)?.[1] ?? 0)));
  return {
    facts: [
      ['files of tests run', totals.rounds],
      ['tests passed', totals.passed],
      ['peak memory of a server, MB', peakMemory('server')],
      ['peak memory of an engine, MB', peakMemory('engine')],
    ],
    zero: { 'tests failed': totals.failed },
    notes: [
      'Each round: a line of 10 MB, invalid UTF-8, NUL, ANSI and progress bars; 300,000 lines at once, read in pages, by search and as a file of 100,000 lines (206);',
      'tokens and signatures that are forged, of other users, or expired; chunks that are doubled, reordered, of an old fence, or malformed; clocks that are set back.',
    ],
  };
});
