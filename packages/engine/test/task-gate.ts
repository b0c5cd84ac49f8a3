/** Files by which a test and its tasks wait for each other, however slow the machine is. */
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from './engine.ts';

/** A point in a task at which it waits for the test. */
export type TaskGate = {
  /** Commands of a shell: they tell the test that the task has come to the gate. */
  arrive: string;
  /** Commands of a shell: they wait until the test opens the gate. */
  pass: string;
  /** Whether a task has come to the gate. */
  hasArrived: () => boolean;
  /** Waits until a task has come to the gate. */
  arrived: () => Promise<void>;
  open: () => Promise<void>;
};

/** Makes a gate. The users of tasks may write into its folder. */
export async function taskGate(): Promise<TaskGate> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o777);
  const [mark, gate] = [join(folder, 'arrived'), join(folder, 'open')];
  const hasArrived = (): boolean => existsSync(mark);
  return {
    arrive: `: > ${mark}`,
    pass: `until [ -e ${gate} ]; do sleep 0.02; done`,
    hasArrived,
    async arrived() {
      for (const deadline = performance.now() + 60_000; !hasArrived(); await pause(10))
        if (performance.now() > deadline) throw new Error('No task came to the gate within a minute');
    },
    open: () => writeFile(gate, ''),
  };
}
