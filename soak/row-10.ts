/** Timeout and stop: repeats tests with tasks that ignore SIGTERM, fork, leave their group or fill their pipes. */
import { listProcesses } from '../bench/process-tree.ts';
import { soak } from './stage.ts';
import { repeatFiles } from './test-rounds.ts';

const FILES = [
  'packages/engine/src/runs/ending.test.ts',
  'packages/engine/src/main.test.ts',
  'packages/engine/src/processes/spawner.test.ts',
  'packages/engine/src/runs/guard.test.ts',
];
/** The commands of the tasks of these tests in the process table. */
const TASKS = /^(?:sleep 60|sh run\.sh|setsid )/;

await soak(10, 'timeout and stop', { long: 1800, short: 1 }, async (stage) => {
  const before = new Set(listProcesses().map(({ pid }) => pid));
  const { rounds, passed, failed } = await repeatFiles(stage, FILES, { sample: 'an agent that stops ends its guard' });
  const orphans = listProcesses().filter(({ pid, parent, command }) => !before.has(pid) && parent === 1 && TASKS.test(command));
  return {
    facts: [
      ['files of tests run', rounds],
      ['tests passed', passed],
    ],
    zero: { 'tests failed': failed, 'orphan processes': orphans.length },
    notes: orphans.map(({ pid, command }) => `left over: ${pid} ${command.slice(0, 100)}`),
  };
});
