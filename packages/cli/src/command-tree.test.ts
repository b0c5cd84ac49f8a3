/** The commands and their examples, which docs/cli.md shows. */
// tries the blocks of `docs/cli.md`: the words of each example; the journeys run the commands
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import type { Command } from 'commander';

import { describeTree, leavesOf } from './command-tree.ts';
import { isDestructive } from './confirm.ts';
import { buildProgram, SECTIONS } from './program.ts';
import { shellOf } from './run-program.fixture.ts';

const shell = () => shellOf({ typed: 'y\n' });
const root = await buildProgram(shell());
const commands = leavesOf(describeTree(root));

/** The words of an example after `millrace`, as a shell passes them. */
function wordsOf(example: string): string[] {
  const [, line = ''] = /(?:^|[|] |[(])millrace (.*?)(?:[)]| > \S+)?$/.exec(example) ?? [];
  return (line.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? []).map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

describe('commands', () => {
  it('have an example each', () => {
    assert.ok(commands.length > 100);
    assert.deepEqual(
      commands.filter(({ examples }) => examples.length === 0).map(({ words }) => words.join(' ')),
      [],
      'add an example to the `examples` of each of these commands',
    );
  });

  it('accept the words of their examples', async () => {
    for (const { words, examples } of commands)
      for (const example of examples) {
        const given = wordsOf(example);
        assert.deepEqual(given.slice(0, words.length), words, `${example}: it calls another command`);
        const program = await buildProgram(shell());
        const calls: unknown[] = [];
        replaceActions(program, (args) => calls.push(args));
        await program.parseAsync(given, { from: 'user' }).catch((error: Error) => assert.fail(`${example}: ${error.message}`));
        assert.equal(calls.length, 1, example);
      }
  });

  it('have the option --yes if they delete something', () => {
    const walk = (command: Command): Command[] => [command, ...command.commands.flatMap(walk)];
    const destroying = walk(root).filter(isDestructive);
    assert.ok(destroying.length > 10);
    for (const command of destroying) assert.ok(command.options.some(({ long }) => long === '--yes'), command.name()); // prettier-ignore
  });

  it('are listed in exactly one section', () => {
    assert.deepEqual(
      root.commands.map((command) => command.name()),
      SECTIONS.flatMap(({ names }) => names),
    );
  });

  it('have different names', () => {
    const all = commands.map(({ words }) => words.join(' '));
    assert.equal(new Set(all).size, all.length);
  });
});

/** Replaces the actions of all commands of a tree. */
function replaceActions(command: Command, act: (args: unknown[]) => void): void {
  if (command.commands.length === 0 || command.registeredArguments.length > 0) command.action((...args: unknown[]) => act(args));
  for (const child of command.commands) replaceActions(child, act);
}
