/** Files with the health of each program that uses the folder of an engine, read by `millrace-engine status`. */
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { programsOf } from './earlier-processes.ts';
import type { Illness } from './run-faults.ts';

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
