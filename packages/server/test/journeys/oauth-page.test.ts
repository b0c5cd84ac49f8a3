// run: in test:all because it takes long
/** Runs the commands of docs/oauth.md against an install in a home folder of its own. */
// tries the blocks of `docs/oauth.md`
import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readText } from '../../../../scripts/house/source-files.ts';
import { startInProcessInstall } from '../support/in-process-install.ts';
import { readerEnvironment, runInShell } from '../support/page-sessions.ts';

const blocks = [...readText('docs/oauth.md').matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text = '']) => text);
const install = await startInProcessInstall();
const folder = await mkdtemp(join(tmpdir(), 'millrace-page-'));
after(() => rm(folder, { recursive: true, force: true }));
await symlink(install.home, join(folder, '.millrace'));

test('docs/oauth.md: a program gets a token for itself', async () => {
  assert.equal(blocks.length, 1);
  const commands = (blocks[0] ?? '').replace('http://127.0.0.1:8600', install.url);
  const output = await runInShell(`(set -e\n${commands})\necho "exit code $?"`, folder, readerEnvironment(folder, install));
  assert.match(output, /^servicebot\\[0-9a-f-]{36}\nexit code 0\n$/);
});
