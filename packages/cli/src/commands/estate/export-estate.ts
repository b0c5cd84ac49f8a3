import type { Command } from 'commander';

import { examples } from '../../examples.ts';
import { absolutePath, type Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';

/** `millrace export`: writes what the server has as files. */
export function exportEstate(program: Command, shell: Shell): void {
  program
    .command('export')
    .summary('Write what the server has as files')
    .description(
      'Write environments, workspaces, rights, artifacts, connections, resources, tasks, plans, schedules, your alert rules and webhooks as YAML files\n\n' +
        'Secrets are not written, and neither are bundles and the content of resources.',
    )
    .argument('<folder>', 'where to write; files that are there are brought up to date')
    .option('--environment <names...>', 'only these environments')
    .option('--prune', 'remove files of objects that the server does not have')
    .addHelpText('after', examples('millrace export estate', 'millrace export estate --environment production --prune'))
    .action(async (folder: string, options: { environment?: string[]; prune?: boolean }, command: Command) => {
      // The library for YAML and the contract's document are loaded by these commands only.
      const [{ openSite, printNotes, withFaults }, { readSite }, { writeEstate }, { checkEnvironments }] = await Promise.all([
        import('./open-estate.ts'),
        import('../../estate/read-site.ts'),
        import('../../estate/write-estate.ts'),
        import('./check-environments.ts'),
      ]);
      const { context, site } = await openSite(command, shell, options.environment && new Set(options.environment));
      const { output } = context;
      await withFaults(output, async () => {
        const content = await readSite(site);
        checkEnvironments(options.environment ?? [], content);
        const result = await writeEstate(absolutePath(folder, shell), content, {
          prune: options.prune === true,
          environments: site.environments,
        });
        printNotes(site, output);
        for (const [noun, message] of content.unreadable) output.note(oneLine(`Left out: every ${noun}. ${message}`));
        if (output.json) return output.printJson(result);
        if (result.withoutContent > 0)
          output.note(
            `Files that have no content beside them: ${result.withoutContent}. A server that lacks their objects needs it: see docs/estate.md.`,
          );
        if (result.stale.length > 0) {
          output.note(
            options.prune ? 'Removed, because the server does not have them:' : 'The server does not have these; --prune removes them:',
          );
          for (const path of result.stale) output.note(oneLine(path));
        }
        return output.print(`${result.files} objects in ${folder}, ${result.written} files written.`);
      });
    });
}
