import { serverCommand } from '../../group.ts';
import { Failure } from '../../failure.ts';
import {
  type ContentOptions,
  findProfileOwner,
  findRunProfileId,
  type OwnerOptions,
  podOf,
  readJvmArguments,
  withOwner,
  withProfileContent,
} from './lookup.ts';

/** `millrace run-profile create`. */
export const createRunProfile = serverCommand('create', {
  description: 'Create a run profile of an engine, a cluster, or the dynamic engines of an environment',
  arguments: { '<name>': 'name of the run profile' },
  options: (command) => withProfileContent(withOwner(command)),
  examples: [
    'millrace run-profile create "Large joins" --engine berlin --jvm=-Xms512m --jvm=-Xmx4g',
    'millrace run-profile create "Large joins" --environment Kubernetes --cpu 2 --memory 4Gi',
  ],
  async run({ client, output, shell }, name: string, options: OwnerOptions & ContentOptions) {
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

type ChangeOptions = ContentOptions & { name?: string };

/** `millrace run-profile change`. */
export const changeRunProfile = serverCommand('change', {
  description: 'Change a run profile; fields that no option names stay as they are. JVM arguments are replaced as a whole',
  arguments: { '<name or id>': 'the run profile' },
  options: (command) => withProfileContent(command.option('--name <name>', 'new name')),
  needsOption: true,
  examples: ['millrace run-profile change "Large joins" --jvm=-Xmx8g'],
  async run({ client, output, shell }, idOrName: string, options: ChangeOptions) {
    const jvmArguments = await readJvmArguments(options, shell);
    const path = { id: await findRunProfileId(client, idOrName) };
    const { body: before } = await client.call('GET /processing/run-profiles/{id}', { path });
    const pod = podOf(options);
    const { body } = await client.call('PUT /processing/run-profiles/{id}', {
      path,
      body: {
        ...(options.name !== undefined && { name: options.name }),
        ...(options.description !== undefined && { description: options.description }),
        ...(jvmArguments && { jvmArguments }),
        // A sent pod replaces the present one.
        ...(pod && { pod: { ...before.pod, ...pod } }),
      },
    });
    return output.printResult(body, `Changed run profile ${body.name} (${body.id}).`);
  },
});
