import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Command } from 'commander';

import { describeTree, rootOf, type ShownCommand } from '../../command-tree.ts';
import { openOutput } from '../../context.ts';
import { examples } from '../../examples.ts';
import { absolutePath, type Shell } from '../../shell.ts';
import { version } from '../../version.ts';
import { manPage, manPageName } from './man-page.ts';

/** `millrace man`. */
export function writeManPages(parent: Command, shell: Shell): void {
  parent
    .command('man')
    .description('Write a man page for each command into a folder')
    .argument('<folder>', 'the folder; man finds those that end in man1')
    .addHelpText('after', examples('millrace man ~/.local/share/man/man1'))
    .action(async (folder: string, _options: unknown, command: Command) => {
      const output = openOutput(command, shell);
      const root = describeTree(rootOf(command));
      const pages = pagesOf(root);
      const target = absolutePath(folder, shell);
      await mkdir(target, { recursive: true });
      for (const page of pages) await writeFile(join(target, `${manPageName(page)}.1`), manPage(page, version, root));
      return output.printResult(
        pages.map((page) => ({ name: manPageName(page) })),
        `Wrote ${pages.length} pages into ${target}.`,
      );
    });
}

const pagesOf = (command: ShownCommand): ShownCommand[] => [command, ...command.children.flatMap(pagesOf)];
