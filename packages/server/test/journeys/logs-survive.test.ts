// run: own process, waiting, in test:all because it starts whole programs
/** Engine, control plane and database are killed in turn under 20 tasks that write: the short form of soak 8, which counts lost lines. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../../soak/row-8.ts', import.meta.url));

it('execution-logs.list.once: acknowledged lines occur once and in order after kills of any process', async () => {
  const soak = spawn(process.execPath, [program, '--short'], { stdio: ['ignore', 'pipe', 'pipe'] });
  after(() => void soak.kill());
  const [output, errors] = await Promise.all([text(soak.stdout), text(soak.stderr), once(soak, 'close')]);
  assert.equal(soak.exitCode, 0, output + errors);
  assert.match(output, /^All counts that must be zero are zero\.$/m);
  assert.match(output, /^\| SIGKILL to an engine, times \| 1 \|$/m);
});
