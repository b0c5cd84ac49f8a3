import { createInterface } from 'node:readline/promises';
import { localCommand } from '../../group.ts';
import type { EstateChange } from '../../estate/change.ts';
import { EXIT } from '../../exit-codes.ts';
import { Failure } from '../../failure.ts';
import { absolutePath, orInterruption, type Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { importAccount } from './import.ts';
import { addComparisonOptions, type ComparisonOptions } from './open-estate.ts';

/** `millrace export`: writes what the server has as files. */
const exportEstate = localCommand('export', {
  summary: 'Write what the server has as files',
  description:
    'Write environments, workspaces, rights, artifacts, connections, resources, tasks, plans, schedules, your alert rules and webhooks as YAML files\n\n' +
    'Secrets are not written, and neither are bundles and the content of resources.',
  arguments: { '<folder>': 'where to write; files that are there are brought up to date' },
  options: (command) =>
    command
      .option('--environment <names...>', 'only these environments')
      .option('--prune', 'remove files of objects that the server does not have'),
  examples: ['millrace export estate', 'millrace export estate --environment production --prune'],
  async run({ command, shell }, folder: string, options: { environment?: string[]; prune?: boolean }) {
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
  },
});

/** `millrace diff`: shows how a folder differs from the server. */
const diffEstate = localCommand('diff', {
  summary: 'Show how files differ from the server',
  description:
    'Show how the files of a folder differ from the server, as `millrace apply` would change it\n\nEnds with 20 if something differs.',
  arguments: { '<folder>': 'folder with the files' },
  options: addComparisonOptions,
  examples: ['millrace diff estate', 'millrace diff estate --prune --json'],
  async run({ command: self, shell }, folder: string, options: ComparisonOptions) {
    const [{ compareEstate }, { changesJson, printEstateChanges }] = await Promise.all([
      import('./open-estate.ts'),
      import('../../estate/print-changes.ts'),
    ]);
    const { context, changes } = await compareEstate(folder, options, self, shell);
    if (context.output.json) context.output.printJson(changesJson(changes));
    else printEstateChanges(changes, context.output);
    if (changes.length > 0) shell.exitCode = EXIT.different;
  },
});

type ApplyOptions = ComparisonOptions & { yes?: boolean; dryRun?: boolean };

/** `millrace apply`: makes the server match the files of a folder. */
const applyEstate = localCommand('apply', {
  summary: 'Make the server match files',
  description:
    'Make the server match the files of a folder: show the changes, ask, and make them\n\n' +
    'If the command is interrupted, repeat it: it continues. Objects without a file stay, unless --prune is given.',
  arguments: { '<folder>': 'folder with the files' },
  options: (command) => addComparisonOptions(command.option('--yes', 'do not ask').option('--dry-run', 'only show what would change')),
  examples: ['millrace apply estate', 'millrace apply estate --yes --secrets-file secrets.yaml', 'millrace apply estate --prune --dry-run'],
  async run({ command: self, shell }, folder: string, options: ApplyOptions) {
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
  },
});

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

/** `millrace export`, `diff`, `apply` and `import`. */
export const estateCommands = [exportEstate, diffEstate, applyEstate, importAccount];
