import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { requireBundleFolder, listBundleFolder } from './bundle-folder.ts';

const shell = { workingFolder: '/' };

describe('requireBundleFolder', () => {
  it('refuses a folder without a manifest and names what is missing', async (context) => {
    await assert.rejects(requireBundleFolder(await folderOf(context, { 'main.mjs': '' }), shell), {
      kind: 'usage',
      message: /is not a bundle: it holds neither millrace\.json nor jobInfo\.properties\.$/,
    });
  });

  it('refuses a manifest that cannot be used', async (context) => {
    await assert.rejects(requireBundleFolder(await folderOf(context, { 'millrace.json': '{}' }), shell), {
      kind: 'usage',
      message: /"run" must be a list/,
    });
  });

  it('accepts both layouts', async (context) => {
    await requireBundleFolder(await folderOf(context, { 'millrace.json': '{"run": ["sh", "hello.sh"]}' }), shell);
    await requireBundleFolder(await folderOf(context, { 'jobInfo.properties': 'job=LoadAirports' }), shell);
  });
});

describe('listBundleFolder', () => {
  it('lists everything but .git, in a fixed order, with empty folders', async (context) => {
    const folder = await folderOf(context, { 'b/c.txt': '', 'a.txt': '', 'node_modules/x/index.js': '', '.git/HEAD': '', 'b/.git': '' });
    await mkdir(join(folder, 'empty'));
    const { files, emptyFolders } = await listBundleFolder(folder);
    assert.deepEqual(
      files.map(({ name }) => name),
      ['a.txt', 'b/c.txt', 'node_modules/x/index.js'],
    );
    assert.deepEqual(emptyFolders, ['empty']);
  });

  it('lists a link to a file of the bundle as that file', async (context) => {
    const folder = await folderOf(context, { 'x/real.js': 'content' });
    await symlink('x/real.js', join(folder, 'link.js'));
    assert.deepEqual(
      (await listBundleFolder(folder)).files.map(({ name }) => name),
      ['link.js', 'x/real.js'],
    );
  });

  it('refuses links that leave the folder, lead to a folder or lead nowhere', async (context) => {
    const elsewhere = await folderOf(context, { 'secret.txt': '' });
    for (const target of [join(elsewhere, 'secret.txt'), 'x', 'nowhere']) {
      const folder = await folderOf(context, { 'x/real.js': '' });
      await symlink(target, join(folder, 'link'));
      await assert.rejects(listBundleFolder(folder), {
        kind: 'usage',
        message: /^link is a link that leads to a folder, out of the bundle, or nowhere/,
      });
    }
  });
});

async function folderOf(context: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-cli-test-'));
  context.after(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}
