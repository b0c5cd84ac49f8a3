/** Runs test files in processes. Prints one line for each file, each failure in full, and the counts at the end. Kills a process that hangs. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Plan } from './plan-run.ts';

type Failure = { file: string; name: string; error: unknown };
type Counts = { passed: number; failed: number; skipped: number };

/** Milliseconds after which the whole run is aborted, even if processes still hang. */
const WHOLE_MILLISECONDS = 40 * 60_000;
const END_HANGING = pathToFileURL(join(import.meta.dirname, 'end-hanging.ts')).href;
/** In a group, each file is a test of this module that contains the tests of the file. */
const GROUP_RUNNER = join(import.meta.dirname, 'share-process.ts');
/** Files that mostly wait run beside those that keep the processors busy. */
const WAITING_AT_ONCE = 3;

/** Runs a plan. Returns the exit code: 0 when no test failed, else 1. */
export async function runFiles({ waiting, busy, groups }: Plan, nameOf: (file: string) => string): Promise<number> {
  const startedAt = performance.now();
  const failures: Failure[] = [];
  const skips: string[] = [];
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const perFile = new Map<string, Counts>();
  const countOf = (file: string): Counts => {
    const counts = perFile.get(file) ?? { passed: 0, failed: 0, skipped: 0 };
    perFile.set(file, counts);
    return counts;
  };
  const printFile = (file: string, success: boolean, milliseconds: number): void => {
    const { passed, failed, skipped } = countOf(file);
    // Tests that a fixture declares count for the fixture, because Node names the file of the declaration.
    const parts = [passed ? `${passed} passed` : '', failed ? `${failed} failed` : '', skipped ? `${skipped} skipped` : ''].filter(Boolean);
    const counts = parts.join(', ') || 'no test of its own';
    console.log(`${failed || !success ? '✗' : '✓'} ${nameOf(file)}  ${counts}  ${(milliseconds / 1000).toFixed(1)} s`);
  };

  const signal = AbortSignal.timeout(WHOLE_MILLISECONDS);
  const follow = async (files: string[], concurrency: number): Promise<void> => {
    const options = { files, concurrency, signal, execArgv: ['--import', END_HANGING] };
    for await (const { type, data } of run(options)) {
      if (type === 'test:pass' || type === 'test:fail') {
        // A suite counts only when it fails itself or is skipped as a whole; otherwise its tests count. A file that could not be loaded counts as
        // one failure.
        if (data.details.type === 'suite' && type === 'test:pass' && data.skip === undefined) continue;
        const isFileOfGroup = data.file === GROUP_RUNNER;
        const file = isFileOfGroup ? data.name : (data.file ?? data.name);
        const kind = type === 'test:fail' ? 'failed' : data.skip === undefined ? 'passed' : 'skipped';
        const onlySubtestsFailed = type === 'test:fail' && data.details.error?.failureType === 'subtestsFailed';
        if (type === 'test:fail' && !onlySubtestsFailed) {
          const failure = { file, name: data.name, error: data.details.error?.cause ?? data.details.error };
          failures.push(failure);
          // Failures are printed at once and again at the end: a run that is killed never prints its end.
          print(failure, nameOf);
        }
        if (kind === 'skipped')
          skips.push(`${nameOf(file)}: ${data.name} (${typeof data.skip === 'string' ? data.skip : 'no reason given'})`);
        if (!onlySubtestsFailed && !(isFileOfGroup && kind === 'passed')) {
          countOf(file)[kind] += 1;
          total[kind] += 1;
        }
        if (isFileOfGroup) printFile(file, kind !== 'failed', data.details.duration_ms);
      } else if (type === 'test:summary' && data.file !== undefined && !groups.has(data.file)) {
        printFile(data.file, data.success, data.duration_ms);
      } else if (type === 'test:diagnostic' && data.message.startsWith('Error:')) {
        // An error after the end of its test, which fails the process of the test.
        console.log(data.message);
      } else if (type === 'test:stderr') {
        process.stderr.write(data.message);
      }
    }
  };
  await Promise.all([follow(waiting, WAITING_AT_ONCE), follow(busy, Math.max(2, availableParallelism()))]);

  for (const skip of skips) console.log(`skipped  ${skip}`);
  if (failures.length > 0) console.log('\nAll failures again:');
  for (const failure of failures) print(failure, nameOf);
  console.log(`\n${((performance.now() - startedAt) / 1000).toFixed(0)} s in total`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed === 0 ? 0 : 1;
}

function print({ file, name, error }: Failure, nameOf: (file: string) => string): void {
  console.log(`\n✗ ${nameOf(file)}\n  ${name}`);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.log(text.replaceAll(/^/gm, '    '));
}
