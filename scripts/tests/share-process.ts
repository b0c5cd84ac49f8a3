/** Runs test files in one process, one after the other: starting a process and loading the server costs more than most files do. */
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { beginFile } from './end-hanging.ts';

/** Each file is a test, and what it declares are tests below it; its hooks run when it is over. */
export async function runInTurn(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const before = process.exitCode;
    beginFile(file);
    await test(file, async () => {
      await import(pathToFileURL(file).href);
    });
    // What fails outside of every test only shows here, and fails the whole group: say whose it was.
    if (process.exitCode !== before) console.error(`${file}: something failed outside of its tests`);
  }
}
