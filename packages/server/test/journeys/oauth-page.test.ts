// run: own process, in test:all because it starts shells
/** Runs the commands of docs/oauth.md against an install in a home folder of its own. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { readText } from '../../../../scripts/house/source-files.ts';
import { startInProcessInstall } from '../support/in-process-install.ts';
import { programEnvironment } from '../support/program-environment.ts';

const blocks = [...readText('docs/oauth.md').matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text = '']) => text);
const install = await startInProcessInstall();
const folder = await mkdtemp(join(tmpdir(), 'millrace-page-'));
after(() => rm(folder, { recursive: true, force: true }));
await symlink(install.home, join(folder, '.millrace'));

function shell(script: string): Promise<{ output: string; failed: boolean }> {
  const { promise, resolve } = Promise.withResolvers<{ output: string; failed: boolean }>();
  const environment = { ...programEnvironment(), HOME: folder, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
  execFile('sh', ['-ec', script], { env: environment }, (error, stdout, stderr) =>
    resolve({ output: stdout + stderr, failed: error !== null }),
  );
  return promise;
}

test('docs/oauth.md: a program gets a token for itself', async () => {
  assert.equal(blocks.length, 1);
  const { output, failed } = await shell((blocks[0] ?? '').replace('http://127.0.0.1:8600', install.url));
  assert.equal(failed, false, output);
  assert.match(output.trim(), /^servicebot\\[0-9a-f-]{36}$/);
});
