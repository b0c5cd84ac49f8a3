// run: waiting, in test:all because it starts an engine and shells
/** Runs docs/bundles.md: every block of the page is a file, which is written, commands, which are run, or their output, which is compared. */
// tries the blocks of `docs/bundles.md`
import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { programVersion } from '../../src/core/base/program-version.ts';
import { fileURLToPath } from 'node:url';
import { typeFault } from '@millrace/contract/parameters';
import { startInProcessInstall } from '../support/in-process-install.ts';
import {
  assertPrints,
  blocksOfPage,
  idleBlocks,
  missingProgram,
  readerEnvironment,
  runInShell,
  writePageFile,
} from '../support/page-sessions.ts';
import { startShellCommand } from '../support/shell-command.ts';
import { folderBesideTasks } from '../support/task-files.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const page = await readFile(join(root, 'docs', 'bundles.md'), 'utf8');
const install = await startInProcessInstall({ engine: true });
const folder = await folderBesideTasks('millrace-page-');
after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
await chmod(folder, 0o755);

const blocks = blocksOfPage(page);
const files = blocks.filter(({ file }) => file !== undefined);
const sessions = blocks.flatMap((block, index) => {
  const next = blocks[index + 1];
  return block.language === 'sh' && block.file === undefined
    ? [{ commands: block.text, prints: next?.language === 'text' ? next.text : '' }]
    : [];
});
for (const file of files) await writePageFile(folder, file);

const environment = readerEnvironment(folder, install);

/** Tools that a session of commands needs, by the folder that it names. */
const TOOLS: Readonly<Record<string, readonly string[]>> = { python: ['python3'], java: ['javac', 'java'] };

const missingTool = (commands: string): string | false =>
  missingProgram(
    Object.entries(TOOLS).flatMap(([name, tools]) => (commands.includes(`bundle run ${name}`) ? tools : [])),
    environment,
  );

const shell = (script: string, cwd: string): Promise<string> => runInShell(script, cwd, environment);

const millrace = await startShellCommand();

describe('docs/bundles.md', () => {
  const [definition, ...others] = sessions;

  it('has only blocks that are a file, commands, or the output of commands', () => {
    assert.deepEqual(idleBlocks(blocks), []);
    assert.ok(files.length >= 12 && sessions.length >= 7, 'the blocks of the page were not found');
  });

  it('defines a shell function for the command line that works in any folder', async () => {
    const out = await shell(
      `${definition?.commands}cd '${folder}' && millrace bundle run hello --parameter who=npm; echo "exit code $?"`,
      root,
    );
    assertPrints(out, `${programVersion()}\n… INFO  Hello, npm.\nexit code 0`);
  });

  const variables: string[] = [];
  for (const { commands, prints } of others) {
    const exported = variables.join('');
    variables.push(...(commands.match(/^export .*\n/gm) ?? []));
    it(`runs ${JSON.stringify(commands.trim().split('\n').at(-1))}`, { skip: missingTool(commands) }, async () => {
      assert.notEqual(prints, '', 'the page does not show the output of the commands');
      assertPrints(await shell(`millrace() { ${millrace} "$@"; }\n${exported}${commands}`, folder), prints);
    });
  }

  it('lists every environment variable of a run', async () => {
    const [, table = ''] = /^\| variable \| holds \|\n([^]*?)\n\n/m.exec(page) ?? [];
    const named = new Set(
      [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)),
    );
    const witness = join(folder, 'witness');
    await mkdir(witness);
    await writeFile(join(witness, 'millrace.json'), '{"name": "witness", "run": ["node", "main.mjs"]}');
    await writeFile(join(witness, 'main.mjs'), 'import { env } from "node:process";\nconsole.log(`names ${Object.keys(env).join()}`);');
    const out = await shell(`${millrace} bundle run witness`, folder);
    const found = /names (\S+)/.exec(out)?.[1]?.split(',') ?? [];
    assert.ok(found.includes('MILLRACE_CONTEXT'), out);
    assert.deepEqual(
      found.filter((name) => !named.has(name) && !name.startsWith('resource_')),
      [],
    );
  });

  it('shows valid values for each type', () => {
    const rows = [...page.matchAll(/^\| (`[^|]+`[^|]*) \| ((?:a whole number|a number|`true`)[^|]*) \|$/gm)];
    assert.equal(rows.length, 3);
    for (const [, types = '', values = ''] of rows) {
      for (const [, type = ''] of types.matchAll(/`(\w+)`/g)) {
        const fits = (value: string): boolean => typeFault([{ name: 'p', type }], { p: value }) === undefined;
        for (const [, value = ''] of values.matchAll(/`([^`]+)`/g)) assert.ok(fits(value), `${type} accepts ${value}`);
        assert.ok(!fits('no such value'), type);
      }
    }
  });
});
