import type { Client } from '@millrace/contract/client';
import { thingCommand } from '../../group.ts';
import { Failure } from '../../failure.ts';
import { ifFound } from '../../if-found.ts';
import { exitCodeOfStatus } from '../../outcomes/outcomes.ts';
import { type Shell, sleep } from '../../shell.ts';
import { connectionNoun } from './lookup.ts';

const PAUSE_MS = 500;
const GIVE_UP_MS = 10 * 60_000;

/** `millrace connection scan`: lists the tables of a connection. */
export const scanConnection = thingCommand(connectionNoun, 'scan', {
  description: 'Scan a connection of the catalogue: list its tables and views',
  options: (command) => command.option('--last', 'show what the last scan has listed, without a new one'),
  examples: ['millrace connection scan warehouse'],
  async run({ client, output, shell }, connectionId, { last }: { last?: true }) {
    const path = { connectionId };
    const scan = last ? await findScan(client, path) : await startScan(client, path, shell);
    if (output.json) return output.printJson(scan?.results ?? []);
    const rows = (scan?.results ?? []).map((result) => [result.technicalName, result.metadata.type]);
    return output.printTable(['TABLE', 'KIND'], rows, 'No table is listed.');
  },
});

type Path = { connectionId: string };

/** Starts a scan and waits for its result. */
async function startScan(client: Client, path: Path, shell: Shell) {
  const [before, earlier] = await Promise.all([findScan(client, path), findExecution(client, path)]);
  await client.call('POST /connections/scan/{connectionId}', { path });
  for (let waited = 0; waited < GIVE_UP_MS; waited += PAUSE_MS) {
    await sleep(PAUSE_MS, shell.signal);
    // Read the execution before the scan: if it has ended by then, its scan is already stored.
    const execution = await findExecution(client, path);
    const scan = await findScan(client, path);
    if (scan && scan.lastScan !== before?.lastScan) return scan;
    if (execution && execution.executionId !== earlier?.executionId && exitCodeOfStatus(execution.status) !== undefined)
      throw new Failure(
        'refused',
        `The scan failed: ${execution.errorMessage ?? execution.status}. millrace execution logs ${execution.executionId}`,
      );
  }
  throw new Failure('refused', 'The scan has no result yet: `millrace execution list` shows its execution.');
}

/** Finds the newest execution of a scan. A caller that does not see its workspace finds none. */
async function findExecution(client: Client, { connectionId }: Path) {
  const { body } = await client.call('GET /processing/executables/tasks/executions', { query: { lastDays: 1, limit: 100 } });
  return body.items.find(({ taskId }) => taskId === connectionId);
}

const findScan = async (client: Client, path: Path) => (await ifFound(client.call('GET /connections/scan/{connectionId}', { path })))?.body;
