import { given } from '../../given.ts';
import { group, listCommand, serverCommand } from '../../command-builders.ts';
import { oneLine } from '../../text.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { readWorkspace } from './lookup.ts';

const listWorkspaces = listCommand({
  description: 'List workspaces',
  examples: ['millrace workspace list'],
  read: async ({ client }) => (await client.call('GET /orchestration/workspaces')).body,
  columns: () => ({
    ID: (workspace) => workspace.id,
    NAME: (workspace) => workspace.name,
    ENVIRONMENT: (workspace) => workspace.environment?.name,
    TYPE: (workspace) => workspace.type,
    OWNER: (workspace) => workspace.owner,
  }),
  none: 'There are no workspaces that you can see.',
});

const showWorkspace = serverCommand('show', {
  description: 'Show a workspace',
  arguments: { '<name or id>': 'the workspace; environment/name is possible, too' },
  examples: ['millrace workspace show Production/Invoices'],
  async run({ client, output }, idOrName: string) {
    const workspace = await readWorkspace(client, idOrName);
    if (output.wantsData) return output.printData(workspace);
    return output.printProperties([
      ['Id', workspace.id],
      ['Name', workspace.name],
      ['Description', workspace.description],
      ['Environment', workspace.environment?.name],
      ['Type', workspace.type],
      ['Owner', workspace.owner],
      ['Upgrades', workspace.protectedArtifactUpdate ? 'only by artifacts of this workspace' : 'by artifacts of any workspace'],
    ]);
  },
});

const createWorkspace = serverCommand('create', {
  description: 'Create a custom workspace in an environment',
  arguments: { '<name>': 'name of the workspace' },
  options: {
    '--environment <name or id>': 'its environment (default: the only one you see, or the default one)',
    '--owner <login>': 'login of the owner (default: you)',
    '--description <text>': 'its purpose',
  },
  examples: ['millrace workspace create Invoices --environment Production --owner ada'],
  async run({ client, output, options: { environment, owner, description } }, name: string) {
    const environmentId = await findEnvironmentId(client, environment);
    const { body } = await client.call('POST /orchestration/workspaces', {
      body: { name, environmentId, ...given({ owner, description }) },
    });
    return output.printResult(body, `Created workspace ${body.name} (${body.id}).`);
  },
});

const changeWorkspace = serverCommand('change', {
  description: 'Change a workspace; fields that no option names stay as they are',
  arguments: { '<name or id>': 'the workspace; environment/name is possible, too' },
  options: {
    '--name <name>': 'new name',
    '--description <text>': 'new description',
    '--owner <login>': 'login of the new owner',
    '--protect-upgrades': 'only artifacts published in this workspace upgrade its tasks',
    '--no-protect-upgrades': 'artifacts of any workspace upgrade its tasks',
  },
  needsOption: true,
  examples: ['millrace workspace change Invoices --name Billing --owner ada'],
  async run({ client, output, options }, idOrName: string) {
    const { id, ...before } = await readWorkspace(client, idOrName);
    // A description or protection that is left out would be removed.
    const description = options.description ?? before.description;
    const body = {
      name: options.name ?? before.name,
      ...given({ description, owner: options.owner }),
      protectedArtifactUpdate: options.protectUpgrades ?? before.protectedArtifactUpdate ?? false,
    };
    await client.call('PUT /orchestration/workspaces/{id}', { path: { id }, body });
    if (output.wantsData) return output.printData(await readWorkspace(client, id));
    return output.print(oneLine(`Changed workspace ${body.name} (${id}).`));
  },
});

const deleteWorkspace = serverCommand('delete', {
  description: 'Delete a custom workspace with all its content',
  arguments: { '<name or id>': 'the workspace; environment/name is possible, too' },
  examples: ['millrace workspace delete Production/Invoices'],
  async run({ client, output }, idOrName: string) {
    const { id, name } = await readWorkspace(client, idOrName);
    await client.call('DELETE /orchestration/workspaces/{id}', { path: { id } });
    return output.printResult({ id }, `Deleted workspace ${name} (${id}).`);
  },
});

/** `millrace workspace`. */
export const workspaceGroup = group('workspace', 'Create workspaces, list, change and delete them', [
  createWorkspace,
  listWorkspaces,
  showWorkspace,
  changeWorkspace,
  deleteWorkspace,
]);
