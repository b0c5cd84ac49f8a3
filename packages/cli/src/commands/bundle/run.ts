import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalInput } from '@millrace/wire/local-runs';
import type { Command } from 'commander';
import { openOutput } from '../../context.ts';
import { examples } from '../../examples.ts';
import { addParameter, type ParameterValues, readParameters } from '../../parameters.ts';
import { type Shell, temporaryFolder } from '../../shell.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { withBundleZip } from '../artifact/bundle-folder.ts';
import { startEngine } from './engine-program.ts';
import { followEngine } from './follow-engine.ts';
import { readInputs } from './inputs.ts';

type RunOptions = { parameter?: ParameterValues; parametersFile?: string; inputsFile?: string; context?: string; timeout?: number };

/** `millrace bundle run`: runs a bundle on this machine by the local engine, without a server. */
export function runBundle(parent: Command, shell: Shell): void {
  parent
    .command('run')
    .summary('Run a zip or a folder on this machine, without a server')
    .description(
      'Run a zip or a folder on this machine, without a server\n\nThe engine on this machine runs the bundle in the same way as for a server. The outcome is the exit code. Ctrl-C stops the run, as `millrace execution stop` does. With --json each line is one JSON value: the log entries, and last the outcome.',
    )
    .argument('<zip or folder>', 'a bundle: millrace.json or jobInfo.properties is at its root')
    .option('--parameter <name=value>', 'value of a parameter; may be repeated', addParameter)
    .option('--parameters-file <file>', 'JSON object of parameters, - for stdin; use it for secrets')
    .option('--inputs-file <file>', 'JSON object of connections and resources (docs/bundles.md)')
    .option('--context <name>', 'the context of a job archive (default: that of the archive)')
    .option('--timeout <minutes>', 'end a run that takes longer', wholeNumber)
    .addHelpText(
      'after',
      examples('millrace bundle run .', 'millrace bundle run ./load-airports --parameters-file secrets.json --inputs-file inputs.json'),
    )
    .action(async (path: string, options: RunOptions, command: Command) => {
      const output = openOutput(command, shell);
      const context = { shell, output };
      const parameters = (await readParameters(options, shell)) ?? {};
      const scratch = await mkdtemp(join(temporaryFolder(shell), 'millrace-'));
      try {
        const inputs = options.inputsFile === undefined ? {} : await readInputs(options.inputsFile, scratch, context);
        const timeout = options.timeout !== undefined && { timeoutMinutes: options.timeout };
        await withBundleZip(path, context, async (zip) => {
          const contextName = options.context !== undefined && { contextName: options.context };
          const input: LocalInput = { parameters, ...inputs, ...timeout, ...contextName };
          const engine = await startEngine(['try', zip.path], JSON.stringify(input), shell);
          await followEngine(engine, { ...context, given: Object.keys(parameters) });
        });
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    });
}
