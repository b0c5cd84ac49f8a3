/** Runs test files in processes, prints what came of each, and the counts at the end. */
import { fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileReport } from './report.ts';
import type { Statement } from './statement.ts';

/** A test file by its path from the root. */
export type TestFile = { path: string; statement: Statement };

/** Milliseconds that a file may take, also on a machine that is busy with other work. */
const FILE_MILLISECONDS = 600_000;
/** Files that mostly wait run beside those that keep the processors busy. */
const WAITING_AT_ONCE = 3;
const BUSY_AT_ONCE = Math.max(2, availableParallelism());
const WORKER = join(import.meta.dirname, 'worker.ts');
/** `node:test` takes the default export of a module. */
const REPORTER = `data:text/javascript,export { reportFiles as default } from '${pathToFileURL(join(import.meta.dirname, 'report.ts')).href}'`;

/** Runs the files, those first that took longest before. Returns the exit code: 0 when no test failed, else 1. */
export async function runFiles(root: string, files: readonly TestFile[]): Promise<number> {
  const startedAt = performance.now();
  const durations = openDurations(join(root, 'node_modules/.cache/millrace/test-durations.json'));
  const reports: FileReport[] = [];
  const nameOf = (path: string): string => path.replace(`${root}/`, '');

  const note = (report: FileReport): void => {
    const { passed, failures, skips, milliseconds } = report;
    reports.push({ ...report, file: nameOf(report.file) });
    const counts = [
      passed && `${passed} passed`,
      failures.length && `${failures.length} failed`,
      skips.length && `${skips.length} skipped`,
    ];
    const seconds = (milliseconds / 1000).toFixed(1);
    console.log(
      `${failures.length > 0 ? '✗' : '✓'} ${nameOf(report.file)}  ${counts.filter(Boolean).join(', ') || 'no test'}  ${seconds} s`,
    );
    for (const { name, error } of failures) console.log(`  ${name}\n${error.replaceAll(/^/gm, '    ')}`);
  };

  const queues = Map.groupBy(files.toSorted(durations.longestFirst), ({ statement }) => statement.has('waiting'));
  const follow = async (queue: TestFile[] = [], processes: number): Promise<unknown> =>
    Promise.all(
      Array.from({ length: processes }, async () => {
        while (queue.length > 0) await runProcess(root, queue, note);
      }),
    );
  await Promise.all([follow(queues.get(true), WAITING_AT_ONCE), follow(queues.get(false), BUSY_AT_ONCE)]);
  durations.keep(reports);

  const sum = (countOf: (report: FileReport) => number): number => reports.reduce((total, report) => total + countOf(report), 0);
  const failed = sum(({ failures }) => failures.length);
  for (const { file, skips } of reports) for (const { name, reason } of skips) console.log(`skipped  ${file}: ${name} (${reason})`);
  if (failed > 0) console.log('\nAll failures again:');
  for (const { file, failures } of reports)
    for (const { name, error } of failures) console.log(`\n✗ ${file}\n  ${name}\n${error.replaceAll(/^/gm, '    ')}`);
  console.log('\nThe slowest files:');
  for (const { file, milliseconds } of reports.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 10))
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${file}`);
  console.log(`\n${((performance.now() - startedAt) / 1000).toFixed(0)} s in total`);
  console.log(`${sum(({ passed }) => passed)} passed, ${failed} failed, ${sum(({ skips }) => skips.length)} skipped`);
  return failed === 0 ? 0 : 1;
}

/** The duration of each file in the last run that had it, from a file that is not committed. */
function openDurations(path: string) {
  let known: Record<string, number> = {};
  try {
    known = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // The first run of this checkout.
  }
  return {
    longestFirst: (a: TestFile, b: TestFile): number => (known[b.path] ?? 0) - (known[a.path] ?? 0),
    keep: (reports: readonly FileReport[]): void => {
      const newest = Object.fromEntries(reports.map(({ file, milliseconds }) => [file, Math.round(milliseconds)]));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify({ ...known, ...newest }));
    },
  };
}

/** Runs one process: for a single file that needs a process of its own, while there are such; else for the other files, until none is left. */
function runProcess(root: string, queue: TestFile[], note: (report: FileReport) => void): Promise<void> {
  const worker = fork(WORKER, { cwd: root, execArgv: ['--test-reporter', REPORTER, '--test-reporter-destination', 'stdout'] });
  let current: string | undefined;
  let isForOne: boolean | undefined;
  let hasFailed = false;
  const watchdog = setTimeout(() => worker.kill('SIGKILL'), FILE_MILLISECONDS);
  const end = (report: FileReport): void => {
    hasFailed ||= report.failures.length > 0;
    current = undefined;
    note(report);
  };

  const take = (): TestFile | undefined => {
    if (isForOne === true) return undefined;
    const alone = isForOne === undefined ? queue.findIndex(({ statement }) => statement.has('own process')) : -1;
    isForOne = alone !== -1;
    return queue.splice(Math.max(alone, 0), 1)[0];
  };

  worker.on('message', (message: 'ready' | FileReport) => {
    if (message !== 'ready') return end(message);
    watchdog.refresh();
    const file = take();
    current = file && join(root, file.path);
    worker.send(current ?? '');
  });
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => {
      clearTimeout(watchdog);
      if (current === undefined && (code === 0 || hasFailed)) return resolve();
      const error = `It ended with ${signal ?? `exit code ${code}`}. A file may take ${FILE_MILLISECONDS / 60_000} minutes.`;
      end({ file: current ?? WORKER, milliseconds: 0, passed: 0, failures: [{ name: 'the process of the tests', error }], skips: [] });
      resolve();
    });
  });
}
