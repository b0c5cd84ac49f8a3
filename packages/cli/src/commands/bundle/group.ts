import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { LocalInput } from '@millrace/wire/local-runs';
import { Failure } from '../../failure.ts';
import { group, localCommand } from '../../group.ts';
import { addParameter, type ParameterValues, readParameters } from '../../parameters.ts';
import { absolutePath, temporaryFolder } from '../../shell.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { checkBundleFolder, packFolder, withBundleZip } from '../artifact/bundle-folder.ts';
import { startEngine } from './engine-program.ts';
import { followEngine } from './follow-engine.ts';
import { readInputs } from './inputs.ts';

type RunOptions = { parameter?: ParameterValues; parametersFile?: string; inputsFile?: string; context?: string; timeout?: number };

/** `millrace bundle run`: runs a bundle on this machine by the local engine, without a server. */
const runBundle = localCommand('run', {
  description:
    'Run a zip or a folder on this machine, without a server\n\nThe engine on this machine runs the bundle in the same way as for a server. The outcome is the exit code. Ctrl-C stops the run, as `millrace execution stop` does. With --json each line is one JSON value: the log entries, and last the outcome.',
  arguments: { '<zip or folder>': 'a bundle: millrace.json or jobInfo.properties is at its root' },
  options: (command) =>
    command
      .option('--parameter <name=value>', 'value of a parameter; may be repeated', addParameter)
      .option('--parameters-file <file>', 'JSON object of parameters, - for stdin; use it for secrets')
      .option('--inputs-file <file>', 'JSON object of connections and resources (docs/bundles.md)')
      .option('--context <name>', 'the context of a job archive (default: that of the archive)')
      .option('--timeout <minutes>', 'end a run that takes longer', wholeNumber),
  examples: ['millrace bundle run .', 'millrace bundle run ./load-airports --parameters-file secrets.json --inputs-file inputs.json'],
  async run({ output, shell }, path: string, options: RunOptions) {
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
  },
});

/** `millrace bundle pack`: writes the zip that publishing a folder uploads. */
const packBundle = localCommand('pack', {
  description:
    'Pack a folder as a zip, as publishing it does\n\nThe zip has all files of the folder but .git. `millrace artifact publish` and `millrace bundle run` accept it; `millrace apply` reads it beside the file of a version.',
  arguments: {
    '<folder>': 'a bundle: millrace.json or jobInfo.properties is at its root',
    '<zip>': 'the file to write; one that exists is replaced',
  },
  examples: ['millrace bundle pack ./load-airports load-airports.zip'],
  async run({ output, shell }, folder: string, zip: string) {
    const [from, to] = [absolutePath(folder, shell), absolutePath(zip, shell)];
    if (!(await stat(from).catch(() => undefined))?.isDirectory()) throw new Failure('usage', `${folder} is not a folder.`);
    if (!relative(from, to).startsWith('..'))
      throw new Failure('usage', `${zip} is inside ${folder}: the next zip would contain it. Name a file outside of the folder.`);
    await checkBundleFolder(folder, shell);
    // An interruption leaves an earlier zip as it was.
    const unfinished = `${to}.unfinished`;
    try {
      await packFolder(from, unfinished, { shell, output });
      await rename(unfinished, to);
    } catch (error) {
      await rm(unfinished, { force: true });
      if (error instanceof Failure) throw error;
      throw new Failure('usage', `${zip} cannot be written: ${(error as { code?: string }).code ?? String(error)}.`);
    }
    const { size } = await stat(to);
    return output.printResult({ path: zip, size }, `Packed ${folder} as ${zip}.`);
  },
});

/** `millrace bundle`. */
export const bundleGroup = group('bundle', 'Try bundles out on this machine, and pack them', [runBundle, packBundle]);
