/** Runs test files in processes, prints what came of each, and the counts at the end. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileReport } from './report.ts';
import type { TestFile } from './statement.ts';

/** Milliseconds that a file may take, also on a machine that is busy with other work. */
const FILE_MILLISECONDS = 600_000;
/** Processes for files that mostly wait, and for the others. */
const [WAITING_AT_ONCE, BUSY_AT_ONCE] = [3, Math.max(2, availableParallelism())];
/** `node:test` takes the default export of a module. */
const REPORTER = `data:text/javascript,export { reportFiles as default } from '${pathToFileURL(join(import.meta.dirname, 'report.ts')).href}'`;

/**
 * Runs the files, those first that took longest in the run before. Returns the exit code: 0 when no test failed, else 1. `onEnd` gets the reports of all
 * files, by their path from the root.
 */
export async function runFiles(
  root: string,
  files: readonly TestFile[],
  onEnd?: (reports: readonly FileReport[]) => Promise<void>,
): Promise<number> {
  const [startedAt, reports] = [performance.now(), [] as FileReport[]];
  const add = (report: FileReport): void => {
    const { passed, failures, skips, milliseconds } = report;
    const counts = [
      passed && `${passed} passed`,
      failures.length && `${failures.length} failed`,
      skips.length && `${skips.length} skipped`,
    ];
    const file = relative(root, report.file);
    console.log(`${failures.length > 0 ? '✗' : '✓'} ${file}  ${counts.filter(Boolean).join(', ') || 'no test'}  ${seconds(milliseconds)}`);
    reports.push({ ...report, file });
    printFailures(reports.slice(-1));
  };
  const durationsFile = join(root, 'node_modules/.cache/millrace/test-durations.json');
  const durations: Record<string, number> = existsSync(durationsFile) ? JSON.parse(readFileSync(durationsFile, 'utf8')) : {};
  const rank = ({ path, statement }: TestFile): number => (statement.has('own process') ? FILE_MILLISECONDS : 0) + (durations[path] ?? 0);
  const ordered = files.toSorted((a, b) => rank(b) - rank(a));
  const { waiting = [], busy = [] } = Object.groupBy(ordered, ({ statement }) => (statement.has('waiting') ? 'waiting' : 'busy'));
  const slots = [...Array(WAITING_AT_ONCE).fill(waiting), ...Array(BUSY_AT_ONCE).fill(busy)] as TestFile[][];
  const workOff = async (queue: TestFile[]): Promise<void> => {
    while (queue.length > 0) await runProcess(root, queue, add);
  };
  await Promise.all(slots.map(workOff));
  for (const { file, milliseconds } of reports) durations[file] = Math.round(milliseconds);
  mkdirSync(dirname(durationsFile), { recursive: true });
  writeFileSync(durationsFile, JSON.stringify(durations));
  for (const { file, skips } of reports) for (const { name, reason } of skips) console.log(`skipped  ${file}: ${name} (${reason})`);
  const slowest = reports.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 10);
  console.log(
    `\nThe slowest files:\n${slowest.map(({ file, milliseconds }) => `${seconds(milliseconds).padStart(9)}  ${file}`).join('\n')}`,
  );
  const failed = reports.flatMap(({ failures }) => failures).length;
  if (failed > 0) console.log('\nAll failures again:');
  printFailures(reports);
  const passed = reports.reduce((sum, report) => sum + report.passed, 0);
  console.log(
    `\n${seconds(performance.now() - startedAt)} in total\n${passed} passed, ${failed} failed, ${reports.flatMap(({ skips }) => skips).length} skipped`,
  );
  // Last, because it may throw.
  await onEnd?.(reports);
  return failed === 0 ? 0 : 1;
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

function printFailures(reports: readonly FileReport[]): void {
  for (const { file, failures } of reports)
    for (const { name, error } of failures) console.log(`\n✗ ${file}\n  ${name}\n${error.replaceAll(/^/gm, '    ')}`);
}

/** Runs one process: for a file that needs a process of its own (these are first in the queue), or for the others until none is left. */
async function runProcess(root: string, queue: TestFile[], add: (report: FileReport) => void): Promise<void> {
  const worker = fork(join(import.meta.dirname, 'worker.ts'), { cwd: root, execArgv: ['--test-reporter', REPORTER] });
  const watchdog = setTimeout(() => worker.kill('SIGKILL'), FILE_MILLISECONDS).unref();
  /** The files that it was sent, and whether they have failed; undefined without a report. */
  const results = new Map<string, boolean | undefined>();
  let rest = queue;
  worker.on('message', (message: 'ready' | FileReport) => {
    if (message !== 'ready') {
      results.set(message.file, message.failures.length > 0);
      return add(message);
    }
    watchdog.refresh();
    const next = rest.shift();
    if (next?.statement.has('own process')) rest = [];
    const file = next === undefined ? '' : join(root, next.path);
    if (file !== '') results.set(file, undefined);
    worker.send(file);
  });
  const [code, signal] = await once(worker, 'exit');
  const lost = [...results.keys()].filter((file) => results.get(file) === undefined);
  // A process may also fail after its last file.
  if (lost.length === 0 && code !== 0 && ![...results.values()].includes(true)) lost.push([...results.keys()].at(-1) ?? '');
  const error = `The process ended with ${signal ?? `exit code ${code}`}. A file may take ${FILE_MILLISECONDS / 60_000} minutes.`;
  for (const file of lost) add({ file, milliseconds: 0, passed: 0, failures: [{ name: 'the process', error }], skips: [] });
}
