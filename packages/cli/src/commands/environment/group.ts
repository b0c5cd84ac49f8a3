import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import { group, listCommand } from '../../group.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { readEnvironment } from './lookup.ts';

const listEnvironments = listCommand({
  description: 'List environments',
  examples: ['millrace environment list'],
  async read({ client }) {
    const { body: environments } = await client.call('GET /orchestration/environments');
    return environments;
  },
  columns: () => ({
    ID: (environment) => environment.id,
    NAME: (environment) => environment.name,
    DEFAULT: (environment) => (environment.default ? 'yes' : ''),
    DESCRIPTION: (environment) => environment.description,
  }),
  none: 'There are no environments that you can see.',
});

/** `millrace environment show`. */
function getEnvironment(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show an environment with its workspaces')
    .argument('<name or id>', 'the environment')
    .addHelpText('after', examples('millrace environment show Production'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const environment = await readEnvironment(client, idOrName);
      if (output.json) return output.printJson(environment);
      const { body: workspaces } = await client.call('GET /orchestration/workspaces', {
        query: { query: `environment.id==${environment.id}` },
      });
      return output.printProperties([
        ['Id', environment.id],
        ['Name', environment.name],
        ['Description', environment.description],
        ['Default', environment.default ? 'yes' : 'no'],
        ['Workspaces', workspaces.map(({ name }) => name).join(', ')],
      ]);
    });
}

type CreateOptions = { workspace: string; owner?: string; description?: string };

/** `millrace environment create`. */
function createEnvironment(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .description('Create an environment together with a workspace')
    .argument('<name>', 'name of the environment')
    .requiredOption('--workspace <name>', 'name of its first workspace')
    .option('--owner <login>', 'login of the owner of that workspace (default: you)')
    .option('--description <text>', 'its purpose')
    .addHelpText('after', examples('millrace environment create Production --workspace Finance'))
    .action(async (name: string, { workspace, owner, description }: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body } = await client.call('POST /orchestration/environments', {
        body: {
          name,
          workspaceName: workspace,
          ...(owner !== undefined && { owner }),
          ...(description !== undefined && { description }),
        },
      });
      return output.printResult(body, `Created environment ${body.name} (${body.id}) with the workspace ${workspace}.`);
    });
}

type ReplaceOptions = { name?: string; description?: string };

/** `millrace environment change`. */
function replaceEnvironment(parent: Command, shell: Shell): void {
  parent
    .command('change')
    .description('Change the name or the description of an environment')
    .argument('<name or id>', 'the environment')
    .option('--name <name>', 'new name')
    .option('--description <text>', 'new description')
    .addHelpText('after', examples('millrace environment change Production --description "What the finance department works with"'))
    .action(async (idOrName: string, options: ReplaceOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      if (Object.keys(options).length === 0) throw new Failure('usage', 'Give at least one option that changes something.');
      const environment = await readEnvironment(client, idOrName);
      const name = options.name ?? environment.name;
      // A field that is left out would become empty.
      const description = options.description ?? environment.description;
      await client.call('PUT /orchestration/environments/{Id}', {
        path: { Id: environment.id },
        body: { name, ...(description !== undefined && { description }) },
      });
      if (output.json) return output.printJson(await readEnvironment(client, environment.id));
      return output.print(oneLine(`Changed environment ${name} (${environment.id}).`));
    });
}

/** `millrace environment delete`. */
function deleteEnvironment(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete an environment with its workspaces and all their content')
    .argument('<name or id>', 'the environment')
    .addHelpText('after', examples('millrace environment delete Sandbox'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { id, name } = await readEnvironment(client, idOrName);
      await client.call('DELETE /orchestration/environments/{Id}', { path: { Id: id } });
      return output.printResult({ id }, `Deleted environment ${name} (${id}).`);
    });
}

/** `millrace environment`. */
export const environmentGroup = group('environment', 'Create environments, list, change and delete them', [
  createEnvironment,
  listEnvironments,
  getEnvironment,
  replaceEnvironment,
  deleteEnvironment,
]);
