import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import { group, listCommand } from '../../group.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { readWorkspace } from './lookup.ts';

const listWorkspaces = listCommand({
  description: 'List workspaces',
  examples: ['millrace workspace list'],
  async read({ client }) {
    const { body: workspaces } = await client.call('GET /orchestration/workspaces');
    return workspaces;
  },
  columns: () => ({
    ID: (workspace) => workspace.id,
    NAME: (workspace) => workspace.name,
    ENVIRONMENT: (workspace) => workspace.environment?.name,
    TYPE: (workspace) => workspace.type,
    OWNER: (workspace) => workspace.owner,
  }),
  none: 'There are no workspaces that you can see.',
});

/** `millrace workspace show`. */
function getWorkspace(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a workspace')
    .argument('<name or id>', 'the workspace; environment/name is possible, too')
    .addHelpText('after', examples('millrace workspace show Production/Invoices'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const workspace = await readWorkspace(client, idOrName);
      if (output.json) return output.printJson(workspace);
      return output.printProperties([
        ['Id', workspace.id],
        ['Name', workspace.name],
        ['Description', workspace.description],
        ['Environment', workspace.environment?.name],
        ['Type', workspace.type],
        ['Owner', workspace.owner],
        ['Upgrades', workspace.protectedArtifactUpdate ? 'only by artifacts of this workspace' : 'by artifacts of any workspace'],
      ]);
    });
}

type CreateOptions = { environment?: string; owner?: string; description?: string };

/** `millrace workspace create`. */
function createWorkspace(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .description('Create a custom workspace in an environment')
    .argument('<name>', 'name of the workspace')
    .option('--environment <name or id>', 'its environment (default: the only one you see, or the default one)')
    .option('--owner <login>', 'login of the owner (default: you)')
    .option('--description <text>', 'its purpose')
    .addHelpText('after', examples('millrace workspace create Invoices --environment Production --owner ada'))
    .action(async (name: string, { environment, owner, description }: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const environmentId = await findEnvironmentId(client, environment);
      const { body } = await client.call('POST /orchestration/workspaces', {
        body: { name, environmentId, ...(owner !== undefined && { owner }), ...(description !== undefined && { description }) },
      });
      return output.printResult(body, `Created workspace ${body.name} (${body.id}).`);
    });
}

type ReplaceOptions = { name?: string; description?: string; owner?: string; protectUpgrades?: boolean };

/** `millrace workspace change`. */
function replaceWorkspace(parent: Command, shell: Shell): void {
  parent
    .command('change')
    .description('Change a workspace; fields that no option names stay as they are')
    .argument('<name or id>', 'the workspace; environment/name is possible, too')
    .option('--name <name>', 'new name')
    .option('--description <text>', 'new description')
    .option('--owner <login>', 'login of the new owner')
    .option('--protect-upgrades', 'only artifacts published in this workspace upgrade its tasks')
    .option('--no-protect-upgrades', 'artifacts of any workspace upgrade its tasks')
    .addHelpText('after', examples('millrace workspace change Invoices --name Billing --owner ada'))
    .action(async (idOrName: string, options: ReplaceOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      if (Object.keys(options).length === 0) throw new Failure('usage', 'Give at least one option that changes something.');
      const { id, ...before } = await readWorkspace(client, idOrName);
      // A description or protection that is left out would be removed.
      const description = options.description ?? before.description;
      const body = {
        name: options.name ?? before.name,
        ...(description !== undefined && { description }),
        ...(options.owner !== undefined && { owner: options.owner }),
        protectedArtifactUpdate: options.protectUpgrades ?? before.protectedArtifactUpdate ?? false,
      };
      await client.call('PUT /orchestration/workspaces/{id}', { path: { id }, body });
      if (output.json) return output.printJson(await readWorkspace(client, id));
      return output.print(oneLine(`Changed workspace ${body.name} (${id}).`));
    });
}

/** `millrace workspace delete`. */
function deleteWorkspace(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a custom workspace with all its content')
    .argument('<name or id>', 'the workspace; environment/name is possible, too')
    .addHelpText('after', examples('millrace workspace delete Production/Invoices'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { id, name } = await readWorkspace(client, idOrName);
      await client.call('DELETE /orchestration/workspaces/{id}', { path: { id } });
      return output.printResult({ id }, `Deleted workspace ${name} (${id}).`);
    });
}

/** `millrace workspace`. */
export const workspaceGroup = group('workspace', 'Create workspaces, list, change and delete them', [
  createWorkspace,
  listWorkspaces,
  getWorkspace,
  replaceWorkspace,
  deleteWorkspace,
]);
