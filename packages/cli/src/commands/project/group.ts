import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import { type Noun, deleteCommand, group, listCommand } from '../../group.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { type AddressOptions, findProjectId, readAddress, readProjects, shownAddress, withAddress } from './lookup.ts';

const projectNoun: Noun = { what: 'project', argument: '<name or id>', find: findProjectId };

const listProjects = listCommand({
  description: 'List projects',
  examples: ['millrace project list --name invoices'],
  options: (command) => command.option('--name <part>', 'only those with this in their name'),
  read: ({ client }, { name }: { name?: string }) => readProjects(client, name === undefined ? {} : { projectName: name }),
  columns: () => ({
    ID: (project) => project.id,
    NAME: (project) => project.name,
    OWNER: (project) => project.owner,
    ADDRESS: (project) => shownAddress(project),
    DESCRIPTION: (project) => project.description,
  }),
  none: 'No projects.',
});

/** `millrace project show`. */
function getProject(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a project; the user name and password in its address are shown only with --json')
    .argument('<name or id>', 'the project')
    .addHelpText('after', examples('millrace project show Invoices'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { projectId: await findProjectId(client, idOrName) };
      const { body: project } = await client.call('GET /orchestration/projects/{projectId}', { path });
      if (output.json) return output.printJson(project);
      return output.printProperties([
        ['Id', project.id],
        ['Name', project.name],
        ['Description', project.description],
        ['Address', shownAddress(project)],
        ['Owner', project.owner],
        ['Created', `${localTime(project.createDate)} by ${project.author}`],
        ['Changed', localTime(project.updateDate)],
      ]);
    });
}

type CreateOptions = AddressOptions & { owner?: string; description?: string };

/** `millrace project create`. */
function createProject(parent: Command, shell: Shell): void {
  withAddress(
    parent.command('create').description('Create a project: a source repository of jobs').argument('<name>', 'name of the project'),
  )
    .option('--owner <login>', 'login of the owner (default: you)')
    .option('--description <text>', 'its purpose')
    .addHelpText('after', examples('millrace project create Invoices --address https://git.example.com/finance/invoices.git'))
    .action(async (name: string, options: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const url = await readAddress(options, shell);
      if (url === undefined) throw new Failure('usage', 'Name the address of the repository with --address or --address-file.');
      const owner = options.owner ?? (await client.call('GET /account/me')).body.login;
      const { description } = options;
      const { body } = await client.call('POST /orchestration/projects', {
        body: { name, owner, url, ...(description !== undefined && { description }) },
      });
      return output.printResult(body, `Created project ${body.name} (${body.id}).`);
    });
}

type ChangeOptions = AddressOptions & { owner?: string; description?: string };

/** `millrace project change`. */
function changeProject(parent: Command, shell: Shell): void {
  withAddress(
    parent
      .command('change')
      .description('Change a project; fields that no option names stay as they are')
      .argument('<name or id>', 'the project'),
  )
    .option('--owner <login>', 'login of the new owner')
    .option('--description <text>', 'new description')
    .addHelpText('after', examples('millrace project change Invoices --owner ada'))
    .action(async (idOrName: string, options: ChangeOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      if (Object.keys(options).length === 0) throw new Failure('usage', 'Give at least one option that changes something.');
      const [url, { owner, description }] = [await readAddress(options, shell), options];
      const { body } = await client.call('PUT /orchestration/projects/{projectId}', {
        path: { projectId: await findProjectId(client, idOrName) },
        body: {
          ...(url !== undefined && { url }),
          ...(owner !== undefined && { owner }),
          ...(description !== undefined && { description }),
        },
      });
      return output.printResult(body, `Changed project ${body.name} (${body.id}).`);
    });
}

const deleteProject = deleteCommand(projectNoun, {
  description: 'Delete a project; its repository stays',
  examples: ['millrace project delete Invoices'],
  send: (client, projectId) => client.call('DELETE /orchestration/projects/{projectId}', { path: { projectId } }),
});

/** `millrace project`. */
export const projectGroup = group('project', 'Create projects, the source repositories of jobs, list, change and delete them', [
  createProject,
  listProjects,
  getProject,
  changeProject,
  deleteProject,
]);
