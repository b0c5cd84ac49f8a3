/** A journal of runs that are pods: they share no file with the soak, so they call it. */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { nodeBundle } from '../packages/engine/test/zips.ts';

/** Lines that each run prints. */
export const POD_LINES = 25;
/** The address of the node, where pods reach the soak. */
const NODE = '10.250.0.1';
const PORT = 18_320;

/** Writes the calls of runs to the journal: `<execution> <start or end> <number of the run>`. A call that is repeated after a lost answer counts once. */
export async function openPodJournal(file: string): Promise<{ close: () => void }> {
  const noted = new Set<string>();
  const server = createServer((request, answer) => {
    const [, execution = '', what = '', run = ''] = (request.url ?? '').split('/');
    const entry = `${execution} ${what} ${run}\n`;
    if (!noted.has(entry)) appendFileSync(file, entry);
    noted.add(entry);
    answer.end();
  });
  server.listen(PORT, NODE);
  await once(server, 'listening');
  return { close: () => void server.close() };
}

/** A bundle that writes its start to the journal, prints lines with pauses between them, and writes its end. Its parameter is `pause`, in seconds. */
export const journalledPod = (): Promise<Buffer> =>
  nodeBundle(
    `
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
const run = randomInt(2 ** 47);
const note = async (what) => {
  for (;;) {
    try {
      return await fetch('http://${NODE}:${PORT}/' + process.env.MILLRACE_EXECUTION_ID + '/' + what + '/' + run);
    } catch {
      await wait(200);
    }
  }
};
await note('start');
for (let index = 0; index < ${POD_LINES}; index += 1) {
  console.log('line ' + index);
  await wait(Number(process.env.pause) * 1000);
}
await note('end');
`,
    {},
    ['pause'],
  );
