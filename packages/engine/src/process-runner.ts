import { Execution } from './execution.ts';
import { openMachine } from './machine.ts';
import { testMachine } from './self-test.ts';
import type { OpenRunner } from './runner.ts';

/** The runner that runs tasks as processes of the machine. */
export const processRunner: OpenRunner = async (options) => {
  const machine = await openMachine(options);
  const { isolation, cache } = machine;
  return {
    isolation: isolation.kind,
    javas: machine.javas.map(({ version }) => version),
    cache,
    test: () => testMachine(isolation),
    open(services) {
      const all = { ...machine, ...services };
      return { start: (claim) => new Execution(claim, all) };
    },
    close: () => machine.close(),
  };
};
