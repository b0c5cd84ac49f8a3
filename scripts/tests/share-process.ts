/** Runs test files in one process, one after the other: starting a process and loading the server costs more than most files do. */
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { beginFile } from './end-hanging.ts';

/** Runs each file as a test that contains the tests of the file. The hooks of the file run at the end of that test. */
export async function runInTurn(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const exitCode = process.exitCode;
    beginFile(file);
    await test(file, async () => {
      await import(pathToFileURL(file).href);
    });
    // A failure outside of every test fails the whole group: print the file that caused it.
    if (process.exitCode !== exitCode) console.error(`${file}: a failure outside of its tests`);
  }
}
