import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { serverCommand } from '../../group.ts';
import { fileFailure, openSecretFile, type SecretFile } from '../../secret-file.ts';
import { absolutePath, type Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { findEnvironmentId } from '../environment/lookup.ts';

type CreateOptions = { name: string; environment?: string; folder?: string };

/** `millrace engine pair`: creates an engine and stores its pairing key in a file. */
export const createRemoteEngine = serverCommand('pair', {
  description:
    'Create an engine, store its pairing key in a file and show how to start it\n\nThe key works once. Take the file to the host of the engine.',
  options: (command) =>
    command
      .requiredOption('--name <name>', 'name of the engine')
      .option('--environment <name or id>', 'environment it works for (default: the only one you see, or the default one)')
      .option('--folder <folder>', 'where the key goes and the engine stores its files (default: ./millrace-engine-<name>)'),
  examples: ['millrace engine pair --name berlin', 'millrace engine pair --name berlin --environment production --folder /srv/engine'],
  async run({ client, output, shell, url }, options: CreateOptions) {
    const environmentId = await findEnvironmentId(client, options.environment);
    // Opened before the engine is created, because the server returns the key only once.
    const keyFile = await openKeyFile(options.folder ?? defaultFolder(options.name), shell);
    const { preAuthorizedKey, ...engine } = await client
      .call('POST /processing/runtimes/remote-engines', { body: { name: options.name, environmentId } })
      .then(({ body }) => body)
      .catch(async (error: unknown) => {
        await keyFile.discard();
        throw error;
      });
    await keyFile.keep(preAuthorizedKey ?? '');
    const start = startCommand(url, keyFile);
    if (output.json) return output.printJson({ ...engine, keyFile: keyFile.path, startCommand: start });
    output.print(oneLine(`Created engine ${engine.name} (${engine.id}).`));
    output.print(`Its key is in ${keyFile.path}, readable by you only. Start the engine on its host with:`);
    return output.print(`\n  ${start}\n`);
  },
});

/** The folder of an engine where the caller names none. */
export function defaultFolder(name: string): string {
  return `millrace-engine-${name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}`;
}

/** A file for the key of an engine, readable by its owner only. */
type KeyFile = SecretFile & { folder: string };

/** Creates the file in its folder; throws a `Failure` if a key file exists there. */
export async function openKeyFile(folder: string, shell: Pick<Shell, 'workingFolder'>): Promise<KeyFile> {
  const absolute = absolutePath(folder, shell);
  const path = join(absolute, 'pairing.key');
  const createdFolder = await mkdir(absolute, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw fileFailure(path, '--folder', error);
  });
  const file = await openSecretFile(path, '--folder', shell);
  return {
    ...file,
    folder: absolute,
    discard: async () => {
      await file.discard();
      if (createdFolder !== undefined) await rmdir(absolute);
    },
  };
}

/** The commands that pair an engine and start it on its host; the key stays in its file. */
export function startCommand(url: string, { folder, path }: Pick<KeyFile, 'folder' | 'path'>): string {
  const pair = ['millrace-engine', 'pair', '--url', url, '--key-file', path, '--folder', folder];
  const run = ['millrace-engine', 'run', '--folder', folder];
  return `${pair.map(quoted).join(' ')} && ${run.map(quoted).join(' ')}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
