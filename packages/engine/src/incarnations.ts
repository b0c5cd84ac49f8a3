import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSame, startOf } from './kill-tree.ts';
import { messageOf, type OwnLog } from './own-log.ts';

type Note = { pid: number; start?: string };

/** One process of the engine, and those before it in the same folder that ended without a word. */
export type Incarnation = {
  id: string;
  gone: readonly string[];
  /** The control plane knows of these: their notes go. */
  forget: (ids: readonly string[]) => Promise<void>;
  /** This process ends and holds nothing any more. */
  end: () => Promise<void>;
};

/** Notes down that this process works in the folder. One that is killed leaves its note, and the next one finds out that nobody is behind it. */
export async function beginIncarnation(folder: string, log: OwnLog): Promise<Incarnation> {
  const notes = join(folder, 'incarnations');
  const id = crypto.randomUUID();
  const forget = async (ids: readonly string[]): Promise<void> => {
    await Promise.all(ids.map((one) => rm(join(notes, `${one}.json`), { force: true }))).catch(() => {});
  };
  const others = await programsOf(folder);
  try {
    const start = startOf(process.pid);
    await mkdir(notes, { recursive: true, mode: 0o700 });
    const note: Note = { pid: process.pid, ...(start !== undefined && { start }) };
    await writeFile(join(notes, `${id}.json`), JSON.stringify(note), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    log('warn', 'The engine cannot note down its start; what it holds when it is killed will wait for the end of its lease', {
      reason: messageOf(error),
    });
  }
  const gone = others.filter((one) => !one.alive).map((one) => one.id);
  return { id, gone, forget, end: () => forget([id]) };
}

/** The processes that work in the folder, or ended there without a word. */
export async function programsOf(folder: string): Promise<{ id: string; pid: number; alive: boolean }[]> {
  const notes = join(folder, 'incarnations');
  const names = await readdir(notes).catch(() => []);
  const found = names.map(async (name) => {
    const id = /^([0-9a-f-]{36})\.json$/.exec(name)?.[1];
    if (id === undefined) return undefined;
    try {
      const note = JSON.parse(await readFile(join(notes, name), 'utf8')) as Note;
      return { id, pid: note.pid, alive: isSame(note.pid, note.start) };
    } catch {
      // Cut off by a full disk or a crash: who wrote it has not got as far as to claim.
      await rm(join(notes, name), { force: true });
      return undefined;
    }
  });
  return (await Promise.all(found)).filter((one) => one !== undefined);
}
