import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { findEngineProgram } from './engine-program.ts';

it('finds the engine that is installed beside it, else the one in PATH; without any, the error says what to install', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-cli-test-'));
  context.after(() => rm(folder, { recursive: true }));
  const nowhere = join(folder, 'not-there.ts');
  const env = { PATH: `/does/not/exist::${folder}` };
  await assert.rejects(findEngineProgram(env, nowhere), { kind: 'usage', message: /none is installed here: install one/ });
  const program = join(folder, 'millrace-engine');
  await writeFile(program, '');
  await assert.rejects(findEngineProgram(env, nowhere), { kind: 'usage' });
  await chmod(program, 0o755);
  assert.deepEqual(await findEngineProgram(env, nowhere), { command: program, words: [] });
  const installed = await findEngineProgram(env);
  assert.equal(installed.command, process.execPath);
  assert.match(installed.words.join(), /packages\/engine\/src\/main\.ts$/);
});
