/** Runs test files in processes and says what happened: a line a file, each failure whole, the count at the end; a process that hangs is ended. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Plan } from './plan-run.ts';

type Failure = { file: string; name: string; error: unknown };
type Counts = { passed: number; failed: number; skipped: number };

/** Milliseconds after which the whole run is given up, however many processes still hang. */
const WHOLE_MILLISECONDS = 40 * 60_000;
const END_HANGING = pathToFileURL(join(import.meta.dirname, 'end-hanging.ts')).href;
/** Whose tests are files: in a group each file is a test around its own. */
const AROUND = join(import.meta.dirname, 'share-process.ts');
/** Files that mostly wait run beside those that keep the processors busy. */
const WAITING_AT_ONCE = 3;

/** Runs what is planned; 0 when all that ran passed. */
export async function runFiles({ waiting, busy, groups }: Plan, shown: (file: string) => string): Promise<number> {
  const began = performance.now();
  const failures: Failure[] = [];
  const skips: string[] = [];
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const perFile = new Map<string, Counts>();
  const countOf = (file: string): Counts => {
    const counts = perFile.get(file) ?? { passed: 0, failed: 0, skipped: 0 };
    perFile.set(file, counts);
    return counts;
  };
  const tell = (file: string, success: boolean, milliseconds: number): void => {
    const { passed, failed, skipped } = countOf(file);
    const parts = [`${passed} passed`, ...(failed ? [`${failed} failed`] : []), ...(skipped ? [`${skipped} skipped`] : [])];
    console.log(`${failed || !success ? '✗' : '✓'} ${shown(file)}  ${parts.join(', ')}  ${(milliseconds / 1000).toFixed(1)} s`);
  };

  const signal = AbortSignal.timeout(WHOLE_MILLISECONDS);
  const follow = async (files: string[], concurrency: number): Promise<void> => {
    const options = { files, concurrency, signal, execArgv: ['--import', END_HANGING] };
    for await (const { type, data } of run(options)) {
      if (type === 'test:pass' || type === 'test:fail') {
        // A suite only sums up its tests; a file that could not be loaded has no tests and counts itself.
        if (data.details.type === 'suite' && type === 'test:pass') continue;
        const around = data.file === AROUND;
        const file = around ? data.name : (data.file ?? data.name);
        const kind = type === 'test:fail' ? 'failed' : data.skip === undefined ? 'passed' : 'skipped';
        const summed = type === 'test:fail' && data.details.error?.failureType === 'subtestsFailed';
        if (type === 'test:fail' && !summed) {
          const failure = { file, name: data.name, error: data.details.error?.cause ?? data.details.error };
          failures.push(failure);
          // At once as well as at the end: a run that is ended from outside has no end.
          print(failure, shown);
        }
        if (kind === 'skipped')
          skips.push(`${shown(file)}: ${data.name} (${typeof data.skip === 'string' ? data.skip : 'no reason given'})`);
        if (!summed && !(around && kind === 'passed')) {
          countOf(file)[kind] += 1;
          total[kind] += 1;
        }
        if (around) tell(file, kind !== 'failed', data.details.duration_ms);
      } else if (type === 'test:summary' && data.file !== undefined && !groups.has(data.file)) {
        tell(data.file, data.success, data.duration_ms);
      } else if (type === 'test:diagnostic' && data.message.startsWith('Error:')) {
        // What fails after the end of its test; it fails the process of the test.
        console.log(data.message);
      } else if (type === 'test:stderr') {
        process.stderr.write(data.message);
      }
    }
  };
  await Promise.all([follow(waiting, WAITING_AT_ONCE), follow(busy, Math.max(2, availableParallelism()))]);

  for (const skip of skips) console.log(`skipped  ${skip}`);
  if (failures.length > 0) console.log('\nAll failures again:');
  for (const failure of failures) print(failure, shown);
  console.log(`\n${((performance.now() - began) / 1000).toFixed(0)} s in all`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed === 0 ? 0 : 1;
}

function print({ file, name, error }: Failure, shown: (file: string) => string): void {
  console.log(`\n✗ ${shown(file)}\n  ${name}`);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.log(text.replaceAll(/^/gm, '    '));
}
