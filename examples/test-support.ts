import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

/** The result of a run: exit code, both outputs, and the lines of its report. */
export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
  report: { component?: string; processed: number; rejected: number; outputs?: { name: string }[] }[];
}

/** Runs `work` with a new empty folder and removes it afterwards. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-example-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Unpacks a zip with the modes of its files. Returns their names. */
export async function unpack(zip: string, folder: string): Promise<string[]> {
  const names: string[] = [];
  const archive = await openPromise(zip);
  for await (const entry of archive.eachEntry()) {
    const target = join(folder, entry.fileName);
    await mkdir(dirname(target), { recursive: true });
    await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(target));
    await chmod(target, (entry.externalFileAttributes >>> 16) & 0o777);
    names.push(entry.fileName);
  }
  return names;
}

/** Reads the manifest of an unpacked millrace bundle. */
export async function readManifest(folder: string): Promise<{ name: string; type: string; run: string[]; parameters: { name: string }[] }> {
  return JSON.parse(await readFile(join(folder, 'millrace.json'), 'utf8'));
}

/** Runs a command in a folder much as an engine does: with this Node first on the path, a report file and the parameters, without `MILLRACE_CONTEXT`. */
export async function runCommand(command: readonly string[], folder: string, parameters: Record<string, string> = {}): Promise<Finished> {
  const report = join(folder, 'report.jsonl');
  await rm(report, { force: true });
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: folder,
      TMPDIR: folder,
      LANG: 'C.UTF-8',
      MILLRACE_REPORT: report,
      ...parameters,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [code, stdout, stderr] = await Promise.all([
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
    text(child.stdout),
    text(child.stderr),
  ]);
  const lines = await readFile(report, 'utf8').catch(() => '');
  return {
    code,
    stdout,
    stderr,
    report: lines
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}
