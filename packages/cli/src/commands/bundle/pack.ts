import { rename, rm, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Command } from 'commander';
import { openOutput } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import { absolutePath, type Shell } from '../../shell.ts';
import { checkBundleFolder, packFolder } from '../artifact/bundle-folder.ts';

/** `millrace bundle pack`: writes the zip that publishing a folder uploads. */
export function packBundle(parent: Command, shell: Shell): void {
  parent
    .command('pack')
    .summary('Pack a folder as a zip, as publishing it does')
    .description(
      'Pack a folder as a zip, as publishing it does\n\nThe zip has all files of the folder but .git. `millrace artifact publish` and `millrace bundle run` accept it; `millrace apply` reads it beside the file of a version.',
    )
    .argument('<folder>', 'a bundle: millrace.json or jobInfo.properties is at its root')
    .argument('<zip>', 'the file to write; one that exists is replaced')
    .addHelpText('after', examples('millrace bundle pack ./load-airports load-airports.zip'))
    .action(async (folder: string, zip: string, _options: object, command: Command) => {
      const output = openOutput(command, shell);
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
    });
}
