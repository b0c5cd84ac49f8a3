import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';
import { Failure } from '../../failure.ts';
import { byName, nounOf, deleteCommand, group, listCommand, serverCommand, thingCommand } from '../../group.ts';
import { type ListPage, readPages } from '../../pages.ts';
import { readTokenFile } from '../../session.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';

type Project = Schema<'Project'>;

/** Lists projects. */
const readProjects = (client: Client, filter: { projectName?: string } = {}): Promise<ListPage<Project>> =>
  readPages(client, 'GET /orchestration/projects', { query: filter });

/** How a command names a project. */
const projectNoun = nounOf('project', async (client) => (await readProjects(client)).items, byName);

/** The address of a repository without the user name and password that it may contain. */
function shownAddress({ url }: Project): string {
  const parsed = URL.parse(url);
  if (!parsed || (!parsed.username && !parsed.password)) return url;
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}

/** The options that name the address of a repository. */
type AddressOptions = { address?: string; addressFile?: string };

/** Adds the options. */
const withAddress = (command: Command): Command =>
  command
    .option('--address <address>', 'address of the repository, without a password')
    .option('--address-file <file>', 'file with the address, - for stdin; the place for one with a password');

/** Reads the address; undefined if no option names one. */
async function readAddress({ address, addressFile }: AddressOptions, shell: Shell): Promise<string | undefined> {
  if (address !== undefined && addressFile !== undefined) throw new Failure('usage', 'Give either --address or --address-file.');
  return addressFile === undefined ? address : readTokenFile(addressFile, shell);
}

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

const getProject = thingCommand(projectNoun, 'show', {
  description: 'Show a project; the user name and password in its address are shown only with --json',
  examples: ['millrace project show Invoices'],
  async run({ client, output }, projectId) {
    const path = { projectId };
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
  },
});

type CreateOptions = AddressOptions & { owner?: string; description?: string };

const createProject = serverCommand('create', {
  description: 'Create a project: a source repository of jobs',
  arguments: { '<name>': 'name of the project' },
  options: (command) =>
    withAddress(command).option('--owner <login>', 'login of the owner (default: you)').option('--description <text>', 'its purpose'),
  examples: ['millrace project create Invoices --address https://git.example.com/finance/invoices.git'],
  async run({ client, output, shell }, name: string, options: CreateOptions) {
    const url = await readAddress(options, shell);
    if (url === undefined) throw new Failure('usage', 'Name the address of the repository with --address or --address-file.');
    const owner = options.owner ?? (await client.call('GET /account/me')).body.login;
    const { description } = options;
    const { body } = await client.call('POST /orchestration/projects', {
      body: { name, owner, url, ...(description !== undefined && { description }) },
    });
    return output.printResult(body, `Created project ${body.name} (${body.id}).`);
  },
});

type ChangeOptions = AddressOptions & { owner?: string; description?: string };

const changeProject = serverCommand('change', {
  description: 'Change a project; fields that no option names stay as they are',
  arguments: { '<name or id>': 'the project' },
  options: (command) =>
    withAddress(command).option('--owner <login>', 'login of the new owner').option('--description <text>', 'new description'),
  needsOption: true,
  examples: ['millrace project change Invoices --owner ada'],
  async run({ client, output, shell }, idOrName: string, options: ChangeOptions) {
    const [url, { owner, description }] = [await readAddress(options, shell), options];
    const { body } = await client.call('PUT /orchestration/projects/{projectId}', {
      path: { projectId: await projectNoun.find(client, idOrName) },
      body: {
        ...(url !== undefined && { url }),
        ...(owner !== undefined && { owner }),
        ...(description !== undefined && { description }),
      },
    });
    return output.printResult(body, `Changed project ${body.name} (${body.id}).`);
  },
});

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
