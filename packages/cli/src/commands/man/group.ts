import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeTree, everyCommand, rootOf, type ShownCommand } from '../../command-tree.ts';
import { localCommand } from '../../command-builders.ts';
import { absolutePath } from '../../shell.ts';
import { version } from '../../version.ts';

/** `millrace man`. */
export const writeManPages = localCommand('man', {
  description: 'Write a man page for each command into a folder',
  arguments: { '<folder>': 'the folder; man finds those that end in man1' },
  examples: ['millrace man ~/.local/share/man/man1'],
  async run({ command, output, shell }, folder: string) {
    const root = describeTree(rootOf(command));
    const pages = everyCommand(root);
    const target = absolutePath(folder, shell);
    await mkdir(target, { recursive: true });
    for (const page of pages) await writeFile(join(target, `${manPageName(page)}.1`), manPage(page, version, root));
    return output.printResult(
      pages.map((page) => ({ name: manPageName(page) })),
      `Wrote ${pages.length} pages into ${target}.`,
    );
  },
});

/** The name of the page of a command, as in `man millrace-task-run`. */
const manPageName = ({ words }: ShownCommand): string => ['millrace', ...words].join('-');

/** The page of a command in the format of man(7). */
function manPage(command: ShownCommand, version: string, shared: ShownCommand): string {
  const name = manPageName(command);
  const listed = (title: string, rows: readonly (readonly [string, string])[]): string[] =>
    rows.length === 0 ? [] : [`.SH ${title}`, ...rows.flatMap(([term, text]) => ['.TP', `.B ${roff(term)}`, ...paragraphs(text)])];
  const lines = [
    `.TH "${name.toUpperCase()}" "1" "" "millrace ${version}"`,
    '.SH NAME',
    `${roff(name)} \\- ${roff(command.summary)}`,
    '.SH SYNOPSIS',
    `.B ${roff(['millrace', ...command.words].join(' '))}`,
    roff(command.usage),
    '.SH DESCRIPTION',
    ...paragraphs(command.description),
    ...listed('COMMANDS', command.children.map((child) => [child.words.at(-1) ?? '', child.summary])), // prettier-ignore
    ...listed('ARGUMENTS', command.arguments.map((argument) => [argument.name, argument.description])), // prettier-ignore
    ...listed('OPTIONS', command.options.map((option) => [option.flags, option.description])), // prettier-ignore
    ...(command === shared ? [] : listed('GLOBAL OPTIONS', shared.options.map((option) => [option.flags, option.description]))), // prettier-ignore
    ...(command.examples.length === 0 ? [] : ['.SH EXAMPLES', '.nf', ...command.examples.map(roff), '.fi']),
  ];
  return `${lines.join('\n')}\n`;
}

const paragraphs = (text: string): string[] =>
  text.split('\n').flatMap((line, index, all) => (line === '' ? (index < all.length - 1 ? ['.PP'] : []) : [roff(line)]));

/** Escapes a text, so that roff finds no request and no escape in it. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
