import { mkdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { deleteCommand, group, listCommand, serverCommand, thingCommand, showCommand } from '../../command-builders.ts';
import { fileFailure, openSecretFile, type SecretFile } from '../../secret-file.ts';
import { absolutePath, type Shell } from '../../shell.ts';
import { localTime, oneLine } from '../../text.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { availabilityCell, engineNoun } from './lookup.ts';

/** `millrace engine pair`: creates an engine and stores its pairing key in a file. */
const pairRemoteEngine = serverCommand('pair', {
  description:
    'Create an engine, store its pairing key in a file and show how to start it\n\nThe key works once. Take the file to the host of the engine.',
  options: {
    '--name <name>': { text: 'name of the engine', required: true },
    '--environment <name or id>': 'environment it works for (default: the only one you see, or the default one)',
    '--folder <folder>': 'where the key goes and the engine stores its files (default: ./millrace-engine-<name>)',
  },
  examples: ['millrace engine pair --name berlin', 'millrace engine pair --name berlin --environment production --folder /srv/engine'],
  async run({ client, output, shell, url, options }) {
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
    if (output.wantsData) return output.printData({ ...engine, keyFile: keyFile.path, startCommand: start });
    output.print(oneLine(`Created engine ${engine.name} (${engine.id}).`));
    output.print(`Its key is in ${keyFile.path}, readable by you only. Start the engine on its host with:`);
    return output.print(`\n  ${start}\n`);
  },
});

/** The folder of an engine where the caller names none. */
function defaultFolder(name: string): string {
  return `millrace-engine-${name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}`;
}

/** A file for the key of an engine, readable by its owner only. */
type KeyFile = SecretFile & { folder: string };

/** Creates the file in its folder; throws a `Failure` if a key file exists there. */
export async function openKeyFile(folder: string, shell: Pick<Shell, 'workingFolder'>): Promise<KeyFile> {
  const absolute = absolutePath(folder, shell);
  const path = join(absolute, 'pairing.key');
  const firstCreated = await mkdir(absolute, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw fileFailure(path, '--folder', error);
  });
  const file = await openSecretFile(path, '--folder', shell);
  return {
    ...file,
    folder: absolute,
    discard: async () => {
      await file.discard();
      if (firstCreated === undefined) return;
      // Another command may use one of them by now: then it stays, with those that it is in.
      for (let created = absolute; created.length >= firstCreated.length; created = dirname(created)) {
        const isRemoved = await rmdir(created).then(
          () => true,
          () => false,
        );
        if (!isRemoved) return;
      }
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

/** `millrace engine unpair`: revokes the credential of an engine, and stores its new pairing key in a file. */
const unpairRemoteEngine = thingCommand(engineNoun, 'unpair', {
  description:
    'Revoke the credential of an engine, and store its new pairing key in a file\n\nThe credential becomes invalid at once, and the executions of the engine end as lost.',
  options: { '--folder <folder>': 'where the key goes and the engine stores its files (default: ./millrace-engine-<name>)' },
  examples: ['millrace engine unpair berlin --folder /srv/engine'],
  async run({ client, output, shell, url, options: { folder } }, id) {
    const { body: engine } = await client.call('GET /processing/runtimes/remote-engines/{id}', { path: { id } });
    // Opened before the engine is unpaired, because the server returns the key only once.
    const keyFile = await openKeyFile(folder ?? defaultFolder(engine.name), shell);
    try {
      // The answer is plain text.
      const key = await text(await client.download('DELETE /processing/runtimes/remote-engines/{id}/pairing', { path: { id } }));
      await keyFile.keep(key);
    } catch (error) {
      await keyFile.discard();
      throw error;
    }
    const start = startCommand(url, keyFile);
    if (output.wantsData) return output.printData({ id, keyFile: keyFile.path, startCommand: start });
    output.print(oneLine(`Unpaired engine ${engine.name} (${id}).`));
    output.print(`Its new key is in ${keyFile.path}, readable by you only. Pair and start it on its host with:`);
    return output.print(`\n  ${start}\n`);
  },
});

const listRemoteEngines = listCommand({
  description: 'List engines and whether they can take work',
  examples: ['millrace engine list'],
  read: async ({ client }) => (await client.call('GET /processing/runtimes/remote-engines')).body,
  columns: () => ({
    ID: (engine) => engine.id,
    NAME: (engine) => engine.name,
    AVAILABILITY: availabilityCell,
    PAIRED: (engine) => (engine.status === 'PAIRED' ? 'yes' : 'no'),
    ENVIRONMENT: (engine) => engine.workspace?.environment?.name,
    KIND: (engine) => (engine.managed ? 'built-in' : 'remote'),
    CREATED: (engine) => localTime(engine.createDate),
  }),
  none: 'No engines. `millrace engine pair --name <name>` adds one.',
});

const showRemoteEngine = showCommand(engineNoun, {
  description: 'Show an engine: whether it can take work, and the version of its program',
  examples: ['millrace engine show berlin'],
  read: async (client, id) => (await client.call('GET /processing/runtimes/remote-engines/{id}', { path: { id } })).body,
  async print({ client, output }, engine) {
    const { body: versions } = await client.call('GET /processing/engines');
    return output.printProperties([
      ['Id', engine.id],
      ['Name', engine.name],
      ['Description', engine.description],
      ['Environment', engine.workspace?.environment?.name],
      ['Workspace', engine.workspace?.name],
      ['Kind', engine.managed ? 'built-in' : 'remote'],
      ['Paired', engine.status === 'PAIRED' ? 'yes' : 'no'],
      ['Availability', availabilityCell(engine)],
      ['Ill', engine.illness && `${engine.illness.code} since ${localTime(engine.illness.since)}: ${engine.illness.message}`],
      ['Isolation', engine.isolation],
      ['Java', engine.javas?.join(', ') || undefined],
      ['Program', versions.enginesInfo.find(({ id }) => id === engine.id)?.packageVersion],
      ['Runtime id', engine.runtimeId],
      ['Cluster', engine.clusterId],
      ['Created', localTime(engine.createDate)],
    ]);
  },
});

const deleteRemoteEngine = deleteCommand(engineNoun, {
  description: 'Delete an engine that no task, no cluster and no execution uses',
  examples: ['millrace engine delete berlin'],
  send: (client, id) => client.call('DELETE /processing/runtimes/remote-engines/{id}', { path: { id } }),
});

/** `millrace engine`. */
export const engineGroup = group('engine', 'Pair engines, list, unpair and delete them', [
  pairRemoteEngine,
  listRemoteEngines,
  showRemoteEngine,
  unpairRemoteEngine,
  deleteRemoteEngine,
]);
