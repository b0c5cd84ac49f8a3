import { given } from '../../given.ts';
import { Failure } from '../../failure.ts';
import { group, serverCommand, showCommand, thingCommand } from '../../command-builders.ts';
import { localTime } from '../../text.ts';
import { nameEnvironments } from '../environment/lookup.ts';
import { findProfileOwner, findRunProfileId, readRunProfiles, runProfileNoun } from './lookup.ts';
import { podOf, readJvmArguments, PROFILE_OWNER_OPTIONS, PROFILE_CONTENT_OPTIONS } from './options.ts';

/** `millrace run-profile create`. */
const createRunProfile = serverCommand('create', {
  description: 'Create a run profile of an engine, a cluster, or the dynamic engines of an environment',
  arguments: { '<name>': 'name of the run profile' },
  options: { ...PROFILE_OWNER_OPTIONS, ...PROFILE_CONTENT_OPTIONS },
  examples: [
    'millrace run-profile create "Large joins" --engine berlin --jvm=-Xms512m --jvm=-Xmx4g',
    'millrace run-profile create "Large joins" --environment Kubernetes --cpu 2 --memory 4Gi',
  ],
  async run({ client, output, shell, options }, name: string) {
    const jvmArguments = (await readJvmArguments(options, shell)) ?? [];
    const owner = await findProfileOwner(client, options);
    if (!owner) throw new Failure('usage', 'Name the owner with --engine, --cluster or --environment.');
    const { processorType, id } = owner;
    const pod = podOf(options);
    const { body } = await client.call('POST /processing/run-profiles', {
      body: {
        name,
        processorType,
        type: 'JOB_SERVER',
        jvmArguments,
        ...(processorType === 'DYNAMIC_ENGINE' ? { scopeId: id } : { runtimeId: id }),
        ...(options.description !== undefined && { description: options.description }),
        ...(pod && { pod }),
      },
    });
    return output.printResult(body, `Created run profile ${body.name} (${body.id}).`);
  },
});

/** `millrace run-profile change`. */
const changeRunProfile = serverCommand('change', {
  description: 'Change a run profile; fields that no option names stay as they are. JVM arguments are replaced as a whole',
  arguments: { '<name or id>': 'the run profile' },
  options: { '--name <name>': 'new name', ...PROFILE_CONTENT_OPTIONS },
  needsOption: true,
  examples: ['millrace run-profile change "Large joins" --jvm=-Xmx8g'],
  async run({ client, output, shell, options }, idOrName: string) {
    const jvmArguments = await readJvmArguments(options, shell);
    const path = { id: await findRunProfileId(client, idOrName) };
    const { body: before } = await client.call('GET /processing/run-profiles/{id}', { path });
    const pod = podOf(options);
    const { body } = await client.call('PUT /processing/run-profiles/{id}', {
      path,
      body: {
        ...given({ name: options.name, description: options.description }),
        ...(jvmArguments && { jvmArguments }),
        // A sent pod replaces the present one.
        ...(pod && { pod: { ...before.pod, ...pod } }),
      },
    });
    return output.printResult(body, `Changed run profile ${body.name} (${body.id}).`);
  },
});

const OWNER_KINDS = { RE: 'engine', REC: 'cluster', DYNAMIC_ENGINE: 'dynamic engines', GEN_2: 'pipeline engine' } as const;

const listRunProfiles = serverCommand('list', {
  description: 'List run profiles: all, or those of one owner',
  options: { ...PROFILE_OWNER_OPTIONS, '--name <part>': 'only those with this in their name' },
  examples: ['millrace run-profile list', 'millrace run-profile list --engine berlin'],
  async run({ client, output, options }) {
    const owner = await findProfileOwner(client, options);
    const page = await readRunProfiles(client, {
      ...(owner && (owner.processorType === 'DYNAMIC_ENGINE' ? { scopeIds: [owner.id] } : { processorIds: [owner.id] })),
      ...(options.name !== undefined && { name: options.name }),
    });
    if (output.wantsData) return output.printData(page);
    const environmentOf = await nameEnvironments(client);
    return output.printTable(
      ['ID', 'NAME', 'ENVIRONMENT', 'OWNER KIND', 'OWNER', 'DESCRIPTION'],
      page.items.map((profile) => [
        profile.id,
        profile.name,
        environmentOf(profile.scopeId),
        OWNER_KINDS[profile.processorType],
        profile.processorId,
        profile.description,
      ]),
      'No run profiles.',
    );
  },
});

const showRunProfile = showCommand(runProfileNoun, {
  description: 'Show a run profile; its JVM arguments, which may contain secrets, are shown only with --json',
  examples: ['millrace run-profile show "Large joins"', 'millrace run-profile show "Large joins" --json'],
  read: async (client, id) => (await client.call('GET /processing/run-profiles/{id}', { path: { id } })).body,
  print: async ({ client, output }, profile) =>
    output.printProperties([
      ['Id', profile.id],
      ['Name', profile.name],
      ['Description', profile.description],
      ['Environment', (await nameEnvironments(client))(profile.scopeId)],
      ['Owner', `${OWNER_KINDS[profile.processorType]} ${profile.processorId}`],
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
  options: { '--successor <name or id>': 'the run profile that its tasks get' },
  examples: ['millrace run-profile delete "Large joins"', 'millrace run-profile delete "Large joins" --successor Default'],
  async run({ client, output, options: { successor } }, id) {
    const query = successor === undefined ? {} : { rescheduleRunProfileId: await findRunProfileId(client, successor) };
    await client.call('DELETE /processing/run-profiles/{id}', { path: { id }, query });
    return output.printResult({ id }, `Deleted run profile ${id}.`);
  },
});

/** `millrace run-profile`. */
export const runProfileGroup = group(
  'run-profile',
  'Create run profiles (JVM arguments and pod sizes that tasks use by name), list, change and delete them',
  [createRunProfile, listRunProfiles, showRunProfile, changeRunProfile, deleteRunProfile],
);
