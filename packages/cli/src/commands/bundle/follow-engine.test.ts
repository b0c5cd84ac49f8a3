import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { it } from 'node:test';
import { createOutput } from '../../output.ts';
import { shellOf, writtenTo } from '../../run-program.fixture.ts';
import { followEngine } from './engine-program.ts';

/** Follows a script that stands in for an engine. */
async function follow(script: string): Promise<{ error: unknown; out: string; exitCode: number }> {
  const shell = shellOf();
  const engine = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const error = await followEngine(engine, { output: createOutput(shell), shell, givenNames: [] }).catch((thrown: unknown) => thrown);
  return { error, out: writtenTo(shell.stdout), exitCode: shell.exitCode };
}

it('ignores events and fields of a later engine that it does not know', async () => {
  const ended = '{"event":"ended","outcome":"EXECUTION_SUCCESS","finishedAt":1,"news":1}';
  const { error, out, exitCode } = await follow(`echo '{"event":"news"}'; echo 'no JSON'; echo '${ended}'`);
  assert.deepEqual([error, out, exitCode], [undefined, '✓ Succeeded\n', 0]);
});

it('reports the last message of an engine that ends without an outcome', async () => {
  for (const [script, message] of [
    [`echo '{"level":"error","message":"There is no command try"}'; exit 2`, /\(exit code 2\): There is no command try$/],
    [`echo '{"message":"first"}' >&2; echo '{"message":"No room is left"}' >&2; exit 1`, /\(exit code 1\): No room is left$/],
    ['echo plain words >&2; kill -KILL $$', /\(SIGKILL\): plain words$/],
    ['exit 1', /\(exit code 1\): it printed no message$/],
  ] as const) {
    const { error, exitCode } = await follow(script);
    assert.ok(error instanceof Error);
    assert.match(error.message, message);
    assert.equal(exitCode, 0);
  }
});
