/** The bare figure of P1b: a process that starts a program again and again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inFlight, perSecond } from '../in-flight.ts';
import { serve, type Jobs } from './serve.ts';

const program = process.env['PROGRAM'] ?? '';

serve<Jobs>({
  answer: ({ count, width }) =>
    perSecond(count, () =>
      inFlight(count, width, async () => {
        const child = spawn(program);
        const [code] = (await once(child, 'close')) as [number | null];
        if (code !== 0) throw new Error(`${program} ended with ${String(code)}`);
      }),
    ),
  stop: async () => undefined,
});
