import { dirname, join } from 'node:path';
import { ClassArchives } from '../java/class-archives.ts';
import { openMachine } from './machine.ts';
import { testMachine } from './self-test.ts';
import { Execution } from './execution.ts';
import { archiveMaker } from './make-class-archive.ts';
import type { OpenRunner } from './runner.ts';

/** Opens the runner that runs tasks as processes of the machine. */
export const openProcessRunner: OpenRunner = async (options) => {
  const machine = await openMachine(options);
  const { isolation, cache } = machine;
  const { log } = options;
  // On the file system of the runs, because runs with users of their own get links.
  const folder = join(dirname(isolation.runs), 'class-archives');
  const classArchives = new ClassArchives({ folder, log, make: archiveMaker({ ...machine, log }) });
  await classArchives.open();
  return {
    isolation: isolation.kind,
    javas: machine.javas.map(({ version }) => version),
    cache,
    test: () => testMachine(isolation),
    open(services) {
      const all = { ...machine, ...services, classArchives };
      return { start: (claim) => new Execution(claim, all) };
    },
    async close() {
      await classArchives.close();
      await machine.close();
    },
  };
};
