/** Runs test files in processes of their own and says what happened: a line a file, each failure whole, the count at the end. */
import { availableParallelism } from 'node:os';
import { run } from 'node:test';

type Failure = { file: string; name: string; error: unknown };
type Counts = { passed: number; failed: number; skipped: number };

/** Runs the files; 0 when all that ran passed. */
export async function runFiles(files: string[], shown: (file: string) => string): Promise<number> {
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

  const events = run({ files, concurrency: Math.max(2, availableParallelism()), timeout: 240_000 });
  for await (const { type, data } of events) {
    if (type === 'test:pass' || type === 'test:fail') {
      // A suite only sums up its tests; a file that could not be loaded has no tests and counts itself.
      if (data.details.type === 'suite' && type === 'test:pass') continue;
      const file = data.file ?? data.name;
      const kind = type === 'test:fail' ? 'failed' : data.skip === undefined ? 'passed' : 'skipped';
      if (type === 'test:fail') {
        if (data.details.error?.failureType === 'subtestsFailed') continue;
        failures.push({ file, name: data.name, error: data.details.error?.cause ?? data.details.error });
      }
      if (kind === 'skipped') skips.push(`${shown(file)}: ${data.name} (${typeof data.skip === 'string' ? data.skip : 'no reason given'})`);
      countOf(file)[kind] += 1;
      total[kind] += 1;
    } else if (type === 'test:summary' && data.file !== undefined) {
      const { passed, failed, skipped } = countOf(data.file);
      const parts = [`${passed} passed`, ...(failed ? [`${failed} failed`] : []), ...(skipped ? [`${skipped} skipped`] : [])];
      console.log(
        `${failed || !data.success ? '✗' : '✓'} ${shown(data.file)}  ${parts.join(', ')}  ${(data.duration_ms / 1000).toFixed(1)} s`,
      );
    } else if (type === 'test:stderr') {
      process.stderr.write(data.message);
    }
  }
  for (const skip of skips) console.log(`skipped  ${skip}`);
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
