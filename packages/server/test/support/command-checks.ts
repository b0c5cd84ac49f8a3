/** Runs commands of the command line and checks how they end. */
import assert from 'node:assert/strict';
import type { CommandResult } from './command-line.ts';

/** A command that is refused: its words, its exit code, and a part of its message. */
export type RefusedCommand = readonly [words: string[], code: number, message: RegExp];

/**
 * Returns functions that run commands: `succeeds` returns the output of one, `json` its output as JSON, and `refuses` checks that each of several is
 * refused.
 */
export function commandChecks(run: (words: string[]) => Promise<CommandResult>) {
  async function succeeds(...words: string[]): Promise<string> {
    const { code, out, err } = await run(words);
    assert.equal(code, 0, `${words.join(' ')}: ${err} ${out}`);
    return out;
  }
  const json = async (...words: string[]) => JSON.parse(await succeeds(...words, '--json'));
  async function refuses(refusals: readonly RefusedCommand[]): Promise<void> {
    for (const [words, code, message] of refusals) {
      const result = await run(words);
      assert.equal(result.code, code, `${words.join(' ')}: ${result.err}`);
      assert.match(result.err, message);
    }
  }
  return { succeeds, json, refuses };
}
