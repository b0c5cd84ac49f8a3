import { text } from 'node:stream/consumers';
import { thingCommand } from '../../group.ts';
import { oneLine } from '../../text.ts';
import { engineNoun } from './lookup.ts';
import { defaultFolder, openKeyFile, startCommand } from './pair.ts';

/** `millrace engine unpair`: revokes the credential of an engine, and stores its new pairing key in a file. */
export const unpairRemoteEngine = thingCommand(engineNoun, 'unpair', {
  description:
    'Revoke the credential of an engine, and store its new pairing key in a file\n\nThe credential becomes invalid at once, and the executions of the engine end as lost.',
  options: (command) =>
    command.option('--folder <folder>', 'where the key goes and the engine stores its files (default: ./millrace-engine-<name>)'),
  examples: ['millrace engine unpair berlin --folder /srv/engine'],
  async run({ client, output, shell, url }, id, { folder }: { folder?: string }) {
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
    if (output.json) return output.printJson({ id, keyFile: keyFile.path, startCommand: start });
    output.print(oneLine(`Unpaired engine ${engine.name} (${id}).`));
    output.print(`Its new key is in ${keyFile.path}, readable by you only. Pair and start it on its host with:`);
    return output.print(`\n  ${start}\n`);
  },
});
