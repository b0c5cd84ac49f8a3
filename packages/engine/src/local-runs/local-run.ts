/** Runs a bundle on this machine without a control plane, with the code that an engine uses for every run, from the claim to the report. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { LocalEvent } from '@millrace/wire/local-runs';
import { decodeChunk } from '@millrace/wire/log-chunks';
import { NO_TRACING } from '@millrace/wire/tracing';
import { Execution } from '../runs/execution.ts';
import type { IsolationSettings } from '../isolation/choose-isolation.ts';
import type { TaskLimits } from '../limits/cgroups.ts';
import { openMachine } from '../runs/machine.ts';
import { TASK_GRACE_MILLISECONDS } from '../runs/runner.ts';
import type { OwnLog } from '../program/own-log.ts';
import { Reporter } from '../control-plane/reporter.ts';
import { localClaim, type LocalInputs } from './claim.ts';

/** Options of a local run. Tests shorten the times. */
type LocalRunOptions = {
  zip: string;
  inputs: LocalInputs;
  environment: NodeJS.ProcessEnv;
  isolation: IsolationSettings;
  limits: TaskLimits;
  log: OwnLog;
  emit: (event: LocalEvent) => void;
  /** Ends the task after a grace period. */
  stop: AbortSignal;
  /** Kills the task at once; no further events are emitted. */
  abandon: AbortSignal;
  graceMilliseconds?: number;
  timeoutUnitMilliseconds?: number;
};

/** Runs a bundle. Resolves when its processes and files are gone; rejects with a `Refusal` if it cannot start. */
export async function runLocally(options: LocalRunOptions): Promise<void> {
  const { zip, inputs, environment, isolation, limits, log, emit, stop, abandon } = options;
  const { claim, manifest, paths } = await localClaim(zip, inputs);
  const folder = await mkdtemp(join(tmpdir(), 'millrace-run-'));
  const ending = new AbortController();
  // Keeps this process alive: neither the spawner's thread nor an open call does.
  const keepAlive = setInterval(() => {}, 3_600_000);
  const fetch = (hash: string): Promise<ReadableStream<Uint8Array>> =>
    Promise.resolve(Readable.toWeb(createReadStream(paths.get(hash) ?? '')) as ReadableStream<Uint8Array>);
  try {
    const machine = await openMachine({ folder, environment, log, isolation, limits, fetch, signal: ending.signal });
    try {
      const { name, version } = claim.bundle;
      emit({ event: 'begins', name, version, declared: manifest.parameters.map((one) => one.name) });
      const execution = new Execution(claim, {
        ...machine,
        name: hostname(),
        health: { began: () => {}, failed: () => {} },
        reporter: new Reporter({ protocol: eventReceiver(emit), log, signal: ending.signal, deleted: () => {} }),
        log,
        tracing: NO_TRACING,
        graceMilliseconds: options.graceMilliseconds ?? TASK_GRACE_MILLISECONDS,
        timeoutUnitMilliseconds: options.timeoutUnitMilliseconds ?? 60_000,
        ended: () => {},
      });
      onAbort(stop, () => execution.stop('terminated'));
      onAbort(abandon, () => execution.abandon());
      await execution.done;
    } finally {
      ending.abort(new Error('The run is over'));
      await machine.close();
    }
  } finally {
    clearInterval(keepAlive);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Receives reports in place of a control plane, and emits them as events. */
function eventReceiver(emit: (event: LocalEvent) => void): ConstructorParameters<typeof Reporter>[0]['protocol'] {
  let startedAt: number | undefined;
  return {
    online: true,
    report({ starts = [], logs = [], finishes = [] }) {
      for (const start of starts) startedAt = start.startedAt;
      for (const { chunk } of logs) for (const line of decodeChunk(Buffer.from(chunk, 'base64'))) emit({ event: 'line', ...line });
      for (const { executionId: _id, fence: _fence, ...finish } of finishes)
        emit({ event: 'ended', ...(startedAt !== undefined && { startedAt }), ...finish });
      return Promise.resolve({ refused: [] });
    },
  };
}

function onAbort(signal: AbortSignal, action: () => void): void {
  if (signal.aborted) action();
  else signal.addEventListener('abort', action, { once: true });
}
