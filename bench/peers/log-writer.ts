/**
 * The engine of P5 and P6, without processes of tasks: it claims executions with the protocol, and with the code of the engine cuts bytes into lines,
 * reports the lines, and reports the end, which is acknowledged after all lines are durable.
 */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@millrace/contract/client';
import { fixedCredential } from '../../packages/engine/src/control-plane/credential.ts';
import { LineReader } from '../../packages/engine/src/logs/line-reader.ts';
import { openProtocol } from '../../packages/engine/src/control-plane/protocol.ts';
import { Reporter } from '../../packages/engine/src/control-plane/reporter.ts';
import { outputOf } from '../log-lines.ts';
import { serve } from './serve.ts';

/** The number of executions and the lines of each; `open` leaves the executions running. */
export type WriteOrder = { url: string; credential: string; executions: number; lines: number; open?: boolean };

const LINES_AT_ONCE = 4000;
// The current folder is the scratch folder of the benchmark, which is removed at the end.
const folder = mkdtempSync(join(process.cwd(), 'writer-'));
const ending = new AbortController();

serve<WriteOrder>({
  answer: async ({ url, credential, executions, lines, open = false }) => {
    const client = createClient({ baseUrl: url, token: credential, userAgent: 'millrace-bench' });
    const protocol = openProtocol({ url, credentials: fixedCredential(credential), log: () => undefined });
    const reporter = new Reporter({ protocol, log: () => undefined, signal: ending.signal, deleted: () => undefined });
    const claimed: { executionId: string; fence: number }[] = [];
    while (claimed.length < executions) {
      const { body } = await client.call('POST /engine/v1/claims', { body: { free: executions - claimed.length, waitMilliseconds: 1000 } });
      claimed.push(...body.executions);
    }
    // The output of a task is created before the measurement starts.
    const output = outputOf(0, Math.min(lines, 20_000));
    const heartbeats = setInterval(
      () => void client.call('POST /engine/v1/beats', { body: { running: claimed.map(leaseOf) } }).catch(() => undefined),
      5000,
    );
    const [startedAt, firstLineAt] = [performance.now(), Date.now()];
    const writeAll = async (lease: { executionId: string; fence: number }): Promise<void> => {
      const reports = reporter.open(lease, join(folder, lease.executionId), () => undefined);
      const reader = new LineReader('STDOUT');
      reports.started(Date.now());
      const bytesOfLine = output.length / Math.min(lines, 20_000);
      for (let written = 0; written < lines; written += LINES_AT_ONCE) {
        const from = (written * bytesOfLine) % output.length;
        const count = Math.min(LINES_AT_ONCE, lines - written);
        // Ten lines per millisecond, so that time ranges contain the same lines on any machine.
        reports.lines(reader.write(output.subarray(from, from + count * bytesOfLine), firstLineAt + Math.floor(written / 10)));
        while (reports.queue && !reports.queue.empty) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      if (open) return;
      const receipt = await reports.finished({ outcome: 'EXECUTION_SUCCESS', finishedAt: Date.now() });
      if (receipt !== 'accepted') throw new Error(`The end of an execution was ${receipt}`);
    };
    await Promise.all(claimed.map(writeAll));
    const seconds = (performance.now() - startedAt) / 1000;
    if (!open) clearInterval(heartbeats);
    return { seconds, ids: claimed.map(({ executionId }) => executionId) };
  },
  stop: async () => ending.abort(),
});

const leaseOf = ({ executionId, fence }: { executionId: string; fence: number }) => ({ executionId, fence });
