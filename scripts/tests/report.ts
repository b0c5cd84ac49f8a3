/** The reporter of a process of tests: sends the runner one report for each file. */
import type { TestEvent } from 'node:test/reporters';

/** What came of a test file. A suite counts only if it fails itself, or is skipped as a whole. */
export type FileReport = {
  file: string;
  milliseconds: number;
  passed: number;
  failures: { name: string; error: string }[];
  skips: { name: string; reason: string }[];
};

/** Reads the events of `node:test`. In `worker.ts`, a test that contains the tests of a file has the path of the file as its name. */
export async function* reportFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let report: FileReport = { file: '', milliseconds: 0, passed: 0, failures: [], skips: [] };
  for await (const { type, data } of events) {
    // node:test reports an error after the end of its test only when the process ends.
    if (type === 'test:diagnostic' && data.message.startsWith('Error:'))
      report.failures.push({ name: 'after a test', error: data.message });
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, skip, nesting, details } = data;
    if (type === 'test:fail') {
      const error = data.details.error as Error & { failureType?: string };
      const cause = (error.cause ?? error) as Partial<Error>;
      if (error.failureType !== 'subtestsFailed') report.failures.push({ name, error: cause.stack ?? String(cause) });
    } else if (skip !== undefined) report.skips.push({ name, reason: typeof skip === 'string' ? skip : 'no reason given' });
    else if (details.type !== 'suite' && nesting > 0) report.passed += 1;
    if (nesting > 0) continue;
    process.send?.({ ...report, file: name, milliseconds: details.duration_ms });
    report = { file: name, milliseconds: 0, passed: 0, failures: [], skips: [] };
  }
  if (report.failures.length > 0) process.send?.(report);
  yield '';
}
