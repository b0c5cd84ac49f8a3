/** The lower bound of P1b and P2: a process that only starts a program in a loop. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inFlight, perSecond } from '../contestant.ts';
import { measureStarts, runProgram, type StartSeries } from '../starts.ts';
import { serve, type Jobs } from './serve.ts';

const program = process.env['PROGRAM'] ?? '';

const startAndWait = async (): Promise<void> => {
  const child = spawn(program);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}`);
};

serve<Jobs | StartSeries>({
  answer: async (question) => {
    if ('pipe' in question) return measureStarts(question, async (start) => void runProgram(start));
    const { count, width } = question;
    return perSecond(count, () => inFlight(count, width, startAndWait));
  },
  stop: async () => undefined,
});
