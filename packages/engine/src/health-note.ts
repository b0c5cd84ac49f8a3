/** The health of each program that works in the folder of an engine, for `millrace-engine status`. */
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { programsOf } from './incarnations.ts';
import type { Illness } from './run-faults.ts';

/** Why a program cannot begin runs, and since when by its clock. */
export type NotedIllness = Illness & { since: string };

/** Notes are of one length, so that one can be written over another where the disk is full. */
const NOTE_BYTES = 2048;

const notesIn = (folder: string): string => join(folder, 'health');
const noteOf = (folder: string, pid: number): string => join(notesIn(folder), `${pid}.json`);

/** The note of this program. It tells people; nothing fails where it cannot be written. */
export class HealthNote {
  readonly #path: string;
  #since: string | undefined;
  #written: string | undefined;

  constructor(folder: string) {
    this.#path = noteOf(folder, process.pid);
  }

  /** Makes the note, and takes away those of programs that have ended. */
  static async open(folder: string): Promise<HealthNote> {
    const alive = new Set((await programsOf(folder)).filter((one) => one.alive).map(({ pid }) => `${pid}.json`));
    const note = new HealthNote(folder);
    try {
      await mkdir(notesIn(folder), { recursive: true, mode: 0o700 });
      for (const name of readdirSync(notesIn(folder))) if (!alive.has(name)) rmSync(join(notesIn(folder), name), { force: true });
    } catch {
      // Then there are no notes.
    }
    note.tell(undefined);
    return note;
  }

  /** Writes down what is found, unless it stands there already. To be called again while the engine works: it may have failed before. */
  tell(illness: Illness | undefined): void {
    this.#since = illness && (this.#since ?? new Date().toISOString());
    const text = JSON.stringify(illness ? { ...illness, since: this.#since } : {}).padEnd(NOTE_BYTES);
    if (text === this.#written) return;
    try {
      // Opened for this moment only: a file that is open for writing keeps a disk from being unmounted.
      const file = openSync(this.#path, this.#written === undefined ? 'w' : 'r+', 0o600);
      try {
        writeSync(file, text, 0);
      } finally {
        closeSync(file);
      }
      this.#written = text;
    } catch {
      // The next beat tries again.
    }
  }

  /** Takes the note away. */
  async close(): Promise<void> {
    await rm(this.#path, { force: true }).catch(() => undefined);
  }
}

/** What a program says of its health: its illness, `well`, or nothing that can be read. */
export async function readHealth(folder: string, pid: number): Promise<NotedIllness | 'well' | undefined> {
  try {
    const said = JSON.parse(await readFile(noteOf(folder, pid), 'utf8')) as NotedIllness | Record<string, never>;
    return 'code' in said ? (said as NotedIllness) : 'well';
  } catch {
    return undefined;
  }
}
