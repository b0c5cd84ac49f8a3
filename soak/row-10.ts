/** Timeout and stop: repeats tests with tasks that ignore SIGTERM, fork, leave their group or fill their pipes. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { listProcesses } from '../bench/process-tree.ts';
import { runRounds } from './test-rounds.ts';
import { soak } from './stage.ts';

const FILES = ['ending', 'main', 'spawner', 'guard'].map((name) => `packages/engine/src/${name}.test.ts`);
/** The commands of the tasks of these tests in the process table. */
const TASKS = /^(?:sleep 60|sh run\.sh|setsid )/;

await soak(10, 'timeout and stop', { long: 1800, short: 1 }, async (stage) => {
  const before = new Set(listProcesses().map(({ pid }) => pid));
  // A smoke run does not run all files, but checks that all exist.
  for (const file of FILES) await access(join(import.meta.dirname, '..', file));
  const totals = { rounds: 0, passed: 0, failed: 0 };
  const until = performance.now() + stage.seconds * 1000;
  do {
    for (const file of stage.smoke ? FILES.slice(-1) : FILES) {
      const result = await runRounds(stage, file, { maxRounds: 1, sample: 'an agent that stops ends its guard' });
      totals.rounds += result.rounds;
      totals.passed += result.passed;
      totals.failed += result.failed;
    }
  } while (!stage.smoke && performance.now() < until);
  const orphans = listProcesses().filter(({ pid, parent, command }) => !before.has(pid) && parent === 1 && TASKS.test(command));
  return {
    facts: [
      ['files of tests run', totals.rounds],
      ['tests passed', totals.passed],
    ],
    zero: { 'tests failed': totals.failed, 'orphan processes': orphans.length },
    notes: orphans.map(({ pid, command }) => `left over: ${pid} ${command.slice(0, 100)}`),
  };
});
