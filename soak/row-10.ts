/** Timeout and stop: tasks that ignore SIGTERM, fork, leave their group or fill their pipes, again and again. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { listProcesses } from '../bench/process-tree.ts';
import { runRounds } from './test-rounds.ts';
import { soak } from './stage.ts';

const FILES = ['ending', 'main', 'spawner', 'guard'].map((name) => `packages/engine/src/${name}.test.ts`);
/** What the tasks of these tests are, as the process table shows them. */
const TASKS = /^(?:sleep 60|sh run\.sh|setsid )/;

await soak(10, 'timeout and stop', { long: 1800, short: 1 }, async (stage) => {
  const before = new Set(listProcesses().map((one) => one.pid));
  // A smoke run has no time for all of them, but none may be named that is not there.
  for (const file of FILES) await access(join(import.meta.dirname, '..', file));
  const totals = { rounds: 0, passed: 0, failed: 0 };
  const until = performance.now() + stage.seconds * 1000;
  do {
    for (const file of stage.smoke ? FILES.slice(-1) : FILES) {
      const one = await runRounds(stage, file, { most: 1, sample: 'an agent that stops lets its guard go' });
      totals.rounds += one.rounds;
      totals.passed += one.passed;
      totals.failed += one.failed;
    }
  } while (!stage.smoke && performance.now() < until);
  const orphans = listProcesses().filter((one) => !before.has(one.pid) && one.parent === 1 && TASKS.test(one.command));
  return {
    facts: [
      ['files of tests run', totals.rounds],
      ['tests passed', totals.passed],
    ],
    zero: { 'tests failed': totals.failed, 'orphan processes': orphans.length },
    notes: orphans.map((one) => `left over: ${one.pid} ${one.command.slice(0, 100)}`),
  };
});
