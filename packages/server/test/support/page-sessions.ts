/** Pages whose blocks are files, shell commands, and the output of the commands before them. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { programEnvironment } from './program-environment.ts';

/** A fenced block of a page: its language, the file that it shows (the second word after the fence) and its text. */
export type PageBlock = { language: string; file: string | undefined; text: string };

/** Returns the fenced blocks of a page in their order. */
export const blocksOfPage = (page: string): PageBlock[] =>
  [...page.matchAll(/^```(\S*)(?: (\S+))?\n([^]*?)^```$/gm)].map(([, language = '', file, text = '']) => ({ language, file, text }));

/** Returns the blocks that are neither a file, nor commands, nor the output of commands: a test cannot try them. */
export const idleBlocks = (blocks: readonly PageBlock[]): PageBlock[] =>
  blocks.filter(({ language, file }, index) => {
    if (file !== undefined || language === 'sh') return false;
    const before = blocks[index - 1];
    return language !== 'text' || before?.language !== 'sh' || before.file !== undefined;
  });

/** Writes a block that shows a file into a folder. */
export async function writePageFile(folder: string, { file, text }: PageBlock): Promise<void> {
  assert.ok(file !== undefined);
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

/** Returns the environment variables of a reader of a page, with a home folder and that of the install on the reader's machine. */
export const readerEnvironment = (home: string, install: { home: string }): Record<string, string> => ({
  ...programEnvironment(),
  // Programs of the machine come first: the users of runs cannot enter the home folder of this user.
  PATH: [dirname(process.execPath), '/usr/bin', '/bin', process.env['PATH']].join(':'),
  HOME: home,
  MILLRACE_HOME: install.home,
});

/** Returns why a session cannot be tried: one of the programs is missing; false if all are there. */
export function missingProgram(programs: readonly string[], env: Record<string, string>): string | false {
  const missing = programs.find((program) => {
    try {
      execFileSync('sh', ['-c', `command -v ${program}`], { env, stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  return missing !== undefined && `${missing} is not installed on this machine`;
}

/** Runs lines in a shell. Returns stdout and stderr as one text, in the order in which a user sees them. */
export function runInShell(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  // The streams of the shell are pipes, which its commands can open by their names; without `cat` they would be sockets.
  execFile('sh', ['-c', 'sh -c "$1" 2>&1 </dev/null | cat', 'sh', script], { cwd, env }, (_error, out) => resolve(out));
  return promise;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Returns the first line of the page that the output lacks, after the lines before it; undefined if it has all. An ellipsis stands for any text. */
export function missingLine(out: string, expected: string): string | undefined {
  const lines = out.split('\n');
  let from = 0;
  for (const line of expected.trimEnd().split('\n')) {
    const form = new RegExp(`^${line.split('…').map(escaped).join('.*')}$`);
    const found = lines.findIndex((candidate, index) => index >= from && form.test(candidate));
    if (found === -1) return line;
    from = found + 1;
  }
  return undefined;
}

/** Asserts that the output contains the lines of the page in their order. */
export function assertPrints(out: string, expected: string): void {
  const line = missingLine(out, expected);
  assert.equal(line, undefined, `the page shows: ${line}\nbut the output is:\n${out}`);
}
