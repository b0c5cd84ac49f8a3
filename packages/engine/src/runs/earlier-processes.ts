/** The notes that the processes of an engine write into its folder, by which a later one finds those that were killed, and the runs that they left. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '@millrace/contract';
import { isAlive, processStart } from '@millrace/wire/process-identity';
import { EngineCredentialRejected, type Protocol } from '../control-plane/protocol.ts';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import type { HeldExecutions } from './claims.ts';
import type { LeftRun, RunStarter } from './runner.ts';

type Note = { pid: number; start?: string };

/** One process of the engine. `gone` are the ids of earlier processes of the same folder that were killed. */
export type Incarnation = {
  id: string;
  gone: readonly string[];
  /** Removes the notes of incarnations; the control plane knows that they are gone. */
  forget: (ids: readonly string[]) => Promise<void>;
  /** Removes the note of this process; it holds no executions any more. */
  end: () => Promise<void>;
};

/** Writes a note that this process uses the folder. A killed process leaves its note; the next process finds it and sees that its owner is dead. */
export async function beginIncarnation(folder: string, log: OwnLog): Promise<Incarnation> {
  const notes = join(folder, 'incarnations');
  const id = crypto.randomUUID();
  const forget = async (ids: readonly string[]): Promise<void> => {
    await Promise.all(ids.map((one) => rm(join(notes, `${one}.json`), { force: true }))).catch(() => {});
  };
  const others = await programsOf(folder);
  try {
    const start = processStart(process.pid);
    await mkdir(notes, { recursive: true, mode: 0o700 });
    const note: Note = { pid: process.pid, ...(start !== undefined && { start }) };
    await writeFile(join(notes, `${id}.json`), JSON.stringify(note), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    log(
      'warn',
      'The engine cannot write the note of its start; if it is killed, its executions stay assigned to it until their leases expire',
      {
        reason: messageOf(error),
      },
    );
  }
  const gone = others.filter((one) => !one.alive).map((one) => one.id);
  return { id, gone, forget, end: () => forget([id]) };
}

/** The processes that have a note in the folder; those that are not alive were killed. Removes damaged notes. */
export async function programsOf(folder: string): Promise<{ id: string; pid: number; alive: boolean }[]> {
  const notes = join(folder, 'incarnations');
  const names = await readdir(notes).catch(() => []);
  const found = names.map(async (name) => {
    const id = /^([0-9a-f-]{36})\.json$/.exec(name)?.[1];
    if (id === undefined) return undefined;
    try {
      const note = JSON.parse(await readFile(join(notes, name), 'utf8')) as Note;
      return { id, pid: note.pid, alive: isAlive(note.pid, note.start) };
    } catch {
      // The note is cut off by a full disk or a crash: its process had not claimed anything yet.
      await rm(join(notes, name), { force: true });
      return undefined;
    }
  });
  return (await Promise.all(found)).filter((one) => one !== undefined);
}

/** The parts of an agent that adoption uses; `beat` has the fields that all its heartbeats have in common. */
type AdoptionParts = {
  protocol: Pick<Protocol, 'heartbeat'>;
  beat: Pick<Schema<'Heartbeat'>, 'capacity' | 'isolation'>;
  held: HeldExecutions;
  log: OwnLog;
  signal: AbortSignal;
};

/**
 * Continues the runs that an earlier program of this engine has left, where the engine still holds their executions, and removes the others. Retries until
 * the control plane and the runner have answered, because the engine must claim nothing before: the runs use its capacity.
 */
export async function adoptLeft(
  left: NonNullable<RunStarter['left']>,
  { protocol, beat, held, log, signal }: AdoptionParts,
): Promise<void> {
  const backoff = new Backoff();
  let warned = false;
  while (!signal.aborted) {
    try {
      const runs = await left();
      if (runs.length === 0) return;
      const { lost } = await protocol.heartbeat({ ...beat, running: runs.map(({ lease }) => lease) }, signal);
      const lostIds = new Set(lost);
      const kept = runs.filter(({ lease }) => !lostIds.has(lease.executionId));
      for (const run of kept) void held.keep(run.continue());
      if (kept.length > 0) log('info', 'The engine continues the runs that its earlier program has left', { executions: kept.length });
      await Promise.all(runs.filter((run) => !kept.includes(run)).map((run) => removeRun(run, log)));
      return;
    } catch (error) {
      if (error instanceof EngineCredentialRejected) throw error;
      if (!warned) log('warn', 'The engine cannot look for the runs of its earlier program; it keeps trying', { reason: messageOf(error) });
      warned = true;
      await sleepUnlessAborted(backoff.next(), signal);
    }
  }
}

async function removeRun(run: LeftRun, log: OwnLog): Promise<void> {
  try {
    await run.remove();
    log('warn', 'Removed a run of an earlier program whose execution the engine does not hold any more', {
      execution: run.lease.executionId,
    });
  } catch (error) {
    log('warn', 'A run of an earlier program could not be removed', { execution: run.lease.executionId, reason: messageOf(error) });
  }
}
