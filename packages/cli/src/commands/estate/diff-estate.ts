import type { Command } from 'commander';

import { examples } from '../../examples.ts';
import { EXIT } from '../../exit-codes.ts';
import type { Shell } from '../../shell.ts';
import { addComparisonOptions, type ComparisonOptions } from './comparison-options.ts';

/** `millrace diff`: shows how a folder differs from the server. */
export function diffEstate(program: Command, shell: Shell): void {
  const command = program
    .command('diff')
    .summary('Show how files differ from the server')
    .description(
      'Show how the files of a folder differ from the server, as `millrace apply` would change it\n\nEnds with 20 if something differs.',
    )
    .argument('<folder>', 'folder with the files');
  addComparisonOptions(command)
    .addHelpText('after', examples('millrace diff estate', 'millrace diff estate --prune --json'))
    .action(async (folder: string, options: ComparisonOptions, self: Command) => {
      const [{ compareEstate }, { changesJson, printEstateChanges }] = await Promise.all([
        import('./open-estate.ts'),
        import('../../estate/print-changes.ts'),
      ]);
      const { context, changes } = await compareEstate(folder, options, self, shell);
      if (context.output.json) context.output.printJson(changesJson(changes));
      else printEstateChanges(changes, context.output);
      if (changes.length > 0) shell.exitCode = EXIT.different;
    });
}
