/** Files with the health of each program that uses the folder of an engine, read by `millrace-engine status`. */
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '@millrace/contract';
import { isAlive, processStart } from '@millrace/wire/process-identity';
import { EngineDeleted, type Protocol } from '../control-plane/protocol.ts';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import type { HeldExecutions } from './claims.ts';
import type { Illness } from './run-faults.ts';
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
      if (error instanceof EngineDeleted) throw error;
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

/** The reason why a program cannot begin runs, and the time by its clock since when it cannot. */
type NotedIllness = Illness & { since: string };

/** All notes have the same length, so that a note can be overwritten when the disk is full. */
const NOTE_BYTES = 2048;

const notesIn = (folder: string): string => join(folder, 'health');
const noteOf = (folder: string, pid: number): string => join(notesIn(folder), `${pid}.json`);

/** The note of this program. It only informs people, so failures to write it are ignored. */
export class HealthNote {
  readonly #path: string;
  #since: string | undefined;
  #written: string | undefined;

  constructor(folder: string) {
    this.#path = noteOf(folder, process.pid);
  }

  /** Creates the note, and removes those of programs that have ended. */
  static async open(folder: string): Promise<HealthNote> {
    const alive = new Set((await programsOf(folder)).filter((one) => one.alive).map(({ pid }) => `${pid}.json`));
    const note = new HealthNote(folder);
    try {
      await mkdir(notesIn(folder), { recursive: true, mode: 0o700 });
      for (const name of readdirSync(notesIn(folder))) if (!alive.has(name)) rmSync(join(notesIn(folder), name), { force: true });
    } catch {
      // Without the folder there are no notes.
    }
    note.write(undefined);
    return note;
  }

  /** Writes the illness into the note, unless it is already there. Call it repeatedly: an earlier attempt may have failed. */
  write(illness: Illness | undefined): void {
    this.#since = illness && (this.#since ?? new Date().toISOString());
    const text = JSON.stringify(illness ? { ...illness, since: this.#since } : {}).padEnd(NOTE_BYTES);
    if (text === this.#written) return;
    try {
      // Opened only for this write: a file that is open for writing prevents the disk from being unmounted.
      const file = openSync(this.#path, this.#written === undefined ? 'w' : 'r+', 0o600);
      try {
        writeSync(file, text, 0);
      } finally {
        closeSync(file);
      }
      this.#written = text;
    } catch {
      // The next heartbeat tries again.
    }
  }

  /** Removes the note. */
  async close(): Promise<void> {
    await rm(this.#path, { force: true }).catch(() => undefined);
  }
}

/** The health that a program has noted: its illness, `well`, or undefined where there is no readable note. */
export async function readHealth(folder: string, pid: number): Promise<NotedIllness | 'well' | undefined> {
  try {
    const note = JSON.parse(await readFile(noteOf(folder, pid), 'utf8')) as NotedIllness | Record<string, never>;
    return 'code' in note ? (note as NotedIllness) : 'well';
  } catch {
    return undefined;
  }
}
