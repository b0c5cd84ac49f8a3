import { createInterface } from 'node:readline/promises';

import type { Command } from 'commander';

import type { EstateChange } from '../../estate/change.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import { orInterruption, type Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { addComparisonOptions, type ComparisonOptions } from './comparison-options.ts';

type ApplyOptions = ComparisonOptions & { yes?: boolean; dryRun?: boolean };

/** `millrace apply`: makes the server match the files of a folder. */
export function applyEstate(program: Command, shell: Shell): void {
  const command = program
    .command('apply')
    .summary('Make the server match files')
    .description(
      'Make the server match the files of a folder: show the changes, ask, and make them\n\n' +
        'If the command is interrupted, repeat it: it continues. Objects without a file stay, unless --prune is given.',
    )
    .argument('<folder>', 'folder with the files')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'only show what would change');
  addComparisonOptions(command)
    .addHelpText(
      'after',
      examples(
        'millrace apply estate',
        'millrace apply estate --yes --secrets-file secrets.yaml',
        'millrace apply estate --prune --dry-run',
      ),
    )
    .action(async (folder: string, options: ApplyOptions, self: Command) => {
      const [{ compareEstate }, { changeLabel, changesJson, printEstateChanges }, { applyEstateChanges }] = await Promise.all([
        import('./open-estate.ts'),
        import('../../estate/print-changes.ts'),
        import('../../estate/apply-changes.ts'),
      ]);
      const { context, files, site, owned, changes } = await compareEstate(folder, options, self, shell);
      const { output } = context;
      if (output.json) output.printJson(changesJson(changes));
      else printEstateChanges(changes, output);
      if (options.dryRun) return;
      if (changes.length > 0 && options.yes !== true) await confirm(shell);
      let count = 0;
      const done = (change: EstateChange): void => {
        count += 1;
        output.note(oneLine(`${count}/${changes.length} ${DONE[change.action]} ${changeLabel(change)}`));
      };
      try {
        await applyEstateChanges(changes, { files, site, owned, done });
      } catch (error) {
        const next = changes[count];
        output.note(
          oneLine(
            `${count} of ${changes.length} steps are done${next ? `; the next one is ${changeLabel(next)}` : ''}. Repeat the command to continue.`,
          ),
        );
        throw error;
      }
    });
}

const DONE = { create: 'created', change: 'changed', delete: 'deleted' } as const;

/** Asks on the terminal. Throws a `Failure` without a terminal, or if the answer is no. */
async function confirm(shell: Shell): Promise<void> {
  if (!shell.stdin.isTTY)
    throw new Failure('usage', 'There is no terminal to ask on. Nothing was changed. Add --yes to apply without a question.');
  const reader = createInterface({ input: shell.stdin, output: shell.stderr });
  try {
    const answer = await orInterruption(reader.question('Apply? [y/N] ', { signal: shell.signal }), shell.signal);
    if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('refused', 'Nothing was changed.');
  } finally {
    reader.close();
  }
}
