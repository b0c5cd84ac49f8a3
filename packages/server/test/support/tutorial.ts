/** Runs the pages of docs/tutorials as a newcomer follows them: files are saved, commands are run, and their output is compared with the page. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from '../../src/core/database/sql.ts';
import { startInProcessInstall, type InProcessInstall } from './in-process-install.ts';
import { eventually, startInstall } from './install.ts';
import {
  assertPrints,
  blocksOfPage,
  idleBlocks,
  missingLine,
  missingProgram,
  readerEnvironment,
  runInShell,
  writePageFile,
} from './page-sessions.ts';
import { startShellCommand } from './shell-command.ts';
import { folderBesideTasks } from './task-files.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const millraceBy = (command: string): string => `millrace() { ${command} "$@"; }`;
/** The shell function of the pages. Tests call the same program without npm, which takes a second for each command. */
const BY_NPM = millraceBy('npm --prefix "$root" run -s millrace --');
const BY_NODE = millraceBy('node "$root/packages/cli/src/main.ts"');
const FOLDER = 'mkdir -p ~/millrace-tutorials && cd ~/millrace-tutorials\n';
const SETUP = `root=$PWD\n${BY_NPM}\n${FOLDER}`;
/** What the pages call the address of the server and a token in calls of the API. A variable that is exported would change the command line. */
const API = 'address=http://127.0.0.1:8600\ntoken=$(cat "$MILLRACE_HOME/admin.token")\n';
/** The only block that no test here runs: `scripts/fresh-clone/readme.test.ts` runs it in a clone. */
const START = 'npm start\n';
/** Lines that define a variable or a function, which later blocks use. */
const DEFINITION = /^\w+(?:=|\(\) \{).*\n/gm;

/** The options of the test of a page. */
type TutorialOptions = {
  /** Texts of commands that are repeated until their output is right. */
  repeated?: readonly string[];
  /** A text of the command that runs in the background. */
  background?: string;
  /** The blocks of commands that this test leaves out. */
  leftOut?: RegExp;
  /** Programs that the commands need. */
  needs?: readonly string[];
  /** Texts of the page, with those that the test uses in their place. */
  replaced?: Readonly<Record<string, string>>;
  /** The smallest number of blocks of commands on the page. */
  fewest?: number;
};

/** Runs commands as a reader of the page would. */
type Shell = (commands: string) => Promise<string>;

/** Declares a test for each block of commands of a page. They run in their order on a new install, with an engine. `shell` runs further commands. */
export async function followTutorial(page: string, options: TutorialOptions = {}): Promise<{ install: InProcessInstall; shell: Shell }> {
  const install = await startInProcessInstall({ engine: true });
  return { install, shell: await follow(page, install, millraceBy(await startShellCommand()), options) };
}

/** The same with an install and commands that are programs, as for a reader. */
export const followTutorialByPrograms = async (page: string, options: TutorialOptions = {}): Promise<Shell> =>
  follow(page, await startInstall(), BY_NODE, options);

/**
 * Makes the only trigger of an install due, because no test waits for the night: its instant becomes the current minute, which is past, but not too
 * late for a start.
 */
export async function makeTriggerDue({ server }: InProcessInstall): Promise<void> {
  const changed = await server.platform.db.writer.rows(sql`
    update time_trigger
    set next_at = date_trunc('minute', now()),
      definition = definition || jsonb_build_object(
        'timeZone', 'UTC',
        'startDate', to_char(now() - interval '1 day', 'YYYY-MM-DD'),
        'atTimes', jsonb_build_object('type', 'AT_TIME', 'time', to_char(now() at time zone 'UTC', 'HH24:MI')))
    returning id`);
  assert.equal(changed.length, 1);
}

/** Declares a test for each block of commands of several short pages, on one install. */
export async function followPages(pages: readonly string[]): Promise<void> {
  const install = await startInProcessInstall({ engine: true });
  const millrace = millraceBy(await startShellCommand());
  for (const page of pages) await follow(page, install, millrace, { fewest: 3 });
}

async function follow(
  page: string,
  install: { url: string; home: string },
  millrace: string,
  { repeated = [], background, leftOut, needs = [], replaced = {}, fewest = 6 }: TutorialOptions,
): Promise<Shell> {
  const home = await folderBesideTasks('millrace-tutorial-');
  after(() => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const environment = readerEnvironment(home, install);
  const definitions: string[] = [];
  // Hooks that a test declares run at the end of that test, so this one is declared here.
  const endings: (() => Promise<void>)[] = [];
  after(() => Promise.all(endings.map((end) => end())));
  const replacements = Object.entries({ 'http://127.0.0.1:8600': install.url, ...replaced });
  const withReplacements = (text: string): string => replacements.reduce((done, [from, to]) => done.replaceAll(from, to), text);
  const script = (commands: string): string =>
    `${SETUP.replace(BY_NPM, () => millrace)}${withReplacements(API)}${definitions.join('')}${withReplacements(commands)}`;
  const shell: Shell = (commands) => runInShell(script(commands), root, environment);

  const text = await readFile(join(root, page), 'utf8');
  const blocks = blocksOfPage(text);
  describe(page, { skip: missingProgram(needs, environment) }, () => {
    it('has only blocks that are a file, commands, or the output of commands', () => {
      assert.deepEqual(idleBlocks(blocks), []);
      assert.ok(blocks.filter(({ language }) => language === 'sh').length >= fewest, 'the blocks of the page were not found');
    });

    for (const [index, block] of blocks.entries()) {
      const { language, file, text: commands } = block;
      const next = blocks[index + 1];
      const prints = withReplacements(next?.language === 'text' ? next.text : '');
      if (file !== undefined) it(`saves ${file}`, () => writePageFile(join(home, 'millrace-tutorials'), block));
      // A reader has installed the command, or defines it in the folder of the repository.
      else if (language === 'sh' && (commands === SETUP || commands === FOLDER))
        it('prepares the terminal', async () =>
          assertPrints(await runInShell(`${commands}pwd`, root, environment), `${home}/millrace-tutorials`));
      else if (language === 'sh' && commands !== START && leftOut?.test(commands) !== true)
        it(`runs ${JSON.stringify(commands.trim().split('\n').at(-1))}`, async () => {
          assert.notEqual(prints, '', 'the page does not show the output of the commands');
          if (background !== undefined && commands.includes(background)) return startInBackground(commands, prints);
          if (!repeated.some((part) => commands.includes(part))) assertPrints(await shell(commands), prints);
          else await eventually(prints, async () => (missingLine(await shell(commands), prints) === undefined ? true : undefined));
          definitions.push(...(withReplacements(commands).match(DEFINITION) ?? []));
        });
    }
  });

  async function startInBackground(commands: string, prints: string): Promise<void> {
    // The shell becomes the leader of a process group, so that the end of the test reaches the command that it has left in the background.
    const child = spawn('sh', ['-c', `exec 2>&1\n${script(commands)}wait`], { cwd: root, env: environment, detached: true });
    let out = '';
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    endings.push(async () => {
      const ended = new Promise((resolve) => child.once('close', resolve));
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await ended;
    });
    await eventually(prints, async () => {
      assert.equal(child.exitCode, null, out);
      return missingLine(out, prints) === undefined ? true : undefined;
    });
  }
  return shell;
}
