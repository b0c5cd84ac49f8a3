import { group, serverCommand, showCommand, thingCommand } from '../../group.ts';
import { localTime } from '../../text.ts';
import { nameEnvironments } from '../environment/lookup.ts';
import { changeRunProfile, createRunProfile } from './change.ts';
import { findProfileOwner, findRunProfileId, type OwnerOptions, readRunProfiles, withOwner, runProfileNoun } from './lookup.ts';

const KINDS = { RE: 'engine', REC: 'cluster', DYNAMIC_ENGINE: 'dynamic engines', GEN_2: 'pipeline engine' } as const;

const searchRunProfiles = serverCommand('list', {
  description: 'List run profiles: all, or those of one owner',
  options: (command) => withOwner(command).option('--name <part>', 'only those with this in their name'),
  examples: ['millrace run-profile list', 'millrace run-profile list --engine berlin'],
  async run({ client, output }, options: OwnerOptions & { name?: string }) {
    const owner = await findProfileOwner(client, options);
    const page = await readRunProfiles(client, {
      ...(owner && (owner.processorType === 'DYNAMIC_ENGINE' ? { scopeIds: [owner.id] } : { processorIds: [owner.id] })),
      ...(options.name !== undefined && { name: options.name }),
    });
    if (output.json) return output.printJson(page);
    const environmentOf = await nameEnvironments(client);
    return output.printTable(
      ['ID', 'NAME', 'ENVIRONMENT', 'OWNER KIND', 'OWNER', 'DESCRIPTION'],
      page.items.map((profile) => [
        profile.id,
        profile.name,
        environmentOf(profile.scopeId),
        KINDS[profile.processorType],
        profile.processorId,
        profile.description,
      ]),
      'No run profiles.',
    );
  },
});

const getRunProfile = showCommand(runProfileNoun, {
  description: 'Show a run profile; its JVM arguments, which may contain secrets, are shown only with --json',
  examples: ['millrace run-profile show "Large joins"', 'millrace run-profile show "Large joins" --json'],
  read: async (client, id) => (await client.call('GET /processing/run-profiles/{id}', { path: { id } })).body,
  print: async ({ client, output }, profile) =>
    output.printProperties([
      ['Id', profile.id],
      ['Name', profile.name],
      ['Description', profile.description],
      ['Environment', (await nameEnvironments(client))(profile.scopeId)],
      ['Owner', `${profile.processorType} ${profile.processorId}`],
      ['JVM arguments', profile.jvmArguments.length],
      ['Processors', profile.pod?.cpu],
      ['Memory', profile.pod?.memory],
      ['Disk', profile.pod?.disk],
      ['Image', profile.pod?.image],
      ['Version', profile.version],
      ['Changed', localTime(profile.updateDate)],
    ]),
});

const deleteRunProfile = thingCommand(runProfileNoun, 'delete', {
  description: 'Delete a run profile. Refused while a task uses it, unless a successor takes its place',
  options: (command) => command.option('--successor <name or id>', 'the run profile that its tasks get'),
  examples: ['millrace run-profile delete "Large joins"', 'millrace run-profile delete "Large joins" --successor Default'],
  async run({ client, output }, id, { successor }: { successor?: string }) {
    const query = successor === undefined ? {} : { rescheduleRunProfileId: await findRunProfileId(client, successor) };
    await client.call('DELETE /processing/run-profiles/{id}', { path: { id }, query });
    return output.printResult({ id }, `Deleted run profile ${id}.`);
  },
});

/** `millrace run-profile`. */
export const runProfileGroup = group('run-profile', 'Create run profiles, named JVM arguments for tasks, list, change and delete them', [
  createRunProfile,
  searchRunProfiles,
  getRunProfile,
  changeRunProfile,
  deleteRunProfile,
]);
