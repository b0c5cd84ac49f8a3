import { given } from '../../given.ts';
import { group, listCommand, serverCommand } from '../../command-builders.ts';
import { oneLine } from '../../text.ts';
import { readEnvironment } from './lookup.ts';

const listEnvironments = listCommand({
  description: 'List environments',
  examples: ['millrace environment list'],
  read: async ({ client }) => (await client.call('GET /orchestration/environments')).body,
  columns: () => ({
    ID: (environment) => environment.id,
    NAME: (environment) => environment.name,
    DEFAULT: (environment) => (environment.default ? 'yes' : ''),
    DESCRIPTION: (environment) => environment.description,
  }),
  none: 'There are no environments that you can see.',
});

const showEnvironment = serverCommand('show', {
  description: 'Show an environment with its workspaces',
  arguments: { '<name or id>': 'the environment' },
  examples: ['millrace environment show Production'],
  async run({ client, output }, idOrName: string) {
    const environment = await readEnvironment(client, idOrName);
    if (output.wantsData) return output.printData(environment);
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
  },
});

const createEnvironment = serverCommand('create', {
  description: 'Create an environment together with a workspace',
  arguments: { '<name>': 'name of the environment' },
  options: {
    '--workspace <name>': { text: 'name of its first workspace', required: true },
    '--owner <login>': 'login of the owner of that workspace (default: you)',
    '--description <text>': 'its purpose',
  },
  examples: ['millrace environment create Production --workspace Finance'],
  async run({ client, output, options: { workspace, owner, description } }, name: string) {
    const { body } = await client.call('POST /orchestration/environments', {
      body: { name, workspaceName: workspace, ...given({ owner, description }) },
    });
    return output.printResult(body, `Created environment ${body.name} (${body.id}) with the workspace ${workspace}.`);
  },
});

const changeEnvironment = serverCommand('change', {
  description: 'Change the name or the description of an environment',
  arguments: { '<name or id>': 'the environment' },
  options: { '--name <name>': 'new name', '--description <text>': 'new description' },
  needsOption: true,
  examples: ['millrace environment change Production --description "What the finance department works with"'],
  async run({ client, output, options }, idOrName: string) {
    const environment = await readEnvironment(client, idOrName);
    const name = options.name ?? environment.name;
    // A field that is left out would get its default.
    const description = options.description ?? environment.description;
    const { maxCloudContainers } = environment;
    await client.call('PUT /orchestration/environments/{Id}', {
      path: { Id: environment.id },
      body: { name, ...given({ description, maxCloudContainers }) },
    });
    if (output.wantsData) return output.printData(await readEnvironment(client, environment.id));
    return output.print(oneLine(`Changed environment ${name} (${environment.id}).`));
  },
});

const deleteEnvironment = serverCommand('delete', {
  description: 'Delete an environment with its workspaces and all their content',
  arguments: { '<name or id>': 'the environment' },
  examples: ['millrace environment delete Sandbox'],
  async run({ client, output }, idOrName: string) {
    const { id, name } = await readEnvironment(client, idOrName);
    await client.call('DELETE /orchestration/environments/{Id}', { path: { Id: id } });
    return output.printResult({ id }, `Deleted environment ${name} (${id}).`);
  },
});

/** `millrace environment`. */
export const environmentGroup = group('environment', 'Create environments, list, change and delete them', [
  createEnvironment,
  listEnvironments,
  showEnvironment,
  changeEnvironment,
  deleteEnvironment,
]);
