/** The reporter of a process of tests: sends the runner one report for each file. */
import type { TestEvent } from 'node:test/reporters';

/** What came of a test file. Suites count only where they fail themselves, or are skipped as a whole. */
export type FileReport = {
  file: string;
  milliseconds: number;
  passed: number;
  failures: { name: string; error: string }[];
  skips: { name: string; reason: string }[];
};

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Reads the events of `node:test`. A test that contains the tests of a file has the path of the file as its name (`worker.ts`). */
export async function* reportFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let current: Pick<FileReport, 'passed' | 'failures' | 'skips'> = { passed: 0, failures: [], skips: [] };
  for await (const { type, data } of events) {
    // An error after the end of its test.
    if (type === 'test:diagnostic' && data.message.startsWith('Error:'))
      current.failures.push({ name: 'after a test', error: data.message });
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const error = type === 'test:fail' ? (data.details.error as Error & { failureType?: string }) : undefined;
    if (error !== undefined) {
      if (error.failureType !== 'subtestsFailed') current.failures.push({ name: data.name, error: textOf(error.cause ?? error) });
    } else if (data.skip !== undefined && data.skip !== false)
      current.skips.push({ name: data.name, reason: typeof data.skip === 'string' ? data.skip : 'no reason given' });
    else if (data.details.type !== 'suite' && data.nesting > 0) current.passed += 1;
    if (data.nesting > 0) continue;
    process.send?.({ file: data.name, milliseconds: data.details.duration_ms, ...current } satisfies FileReport);
    current = { passed: 0, failures: [], skips: [] };
  }
  yield '';
}
