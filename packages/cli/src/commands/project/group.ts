import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { given } from '../../given.ts';
import { Failure } from '../../failure.ts';
import { byName, nounOf, deleteCommand, group, listCommand, serverCommand, showCommand } from '../../command-builders.ts';
import { type ListPage, readPages } from '../../pages.ts';
import { readWord } from '../../input.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';

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
const ADDRESS_OPTIONS = {
  '--address <address>': 'address of the repository, without a password',
  '--address-file <file>': 'file with the address, - for stdin; the place for one with a password',
} as const satisfies OptionTable;

type AddressOptions = OptionsOf<typeof ADDRESS_OPTIONS>;

/** Reads the address; undefined if no option names one. */
async function readAddress({ address, addressFile }: AddressOptions, shell: Shell): Promise<string | undefined> {
  if (address !== undefined && addressFile !== undefined) throw new Failure('usage', 'Give either --address or --address-file.');
  return addressFile === undefined ? address : readWord(addressFile, 'The address', shell);
}

const listProjects = listCommand({
  description: 'List projects',
  examples: ['millrace project list --name invoices'],
  options: { '--name <part>': 'only those with this in their name' },
  read: ({ client }, { name }) => readProjects(client, name === undefined ? {} : { projectName: name }),
  columns: () => ({
    ID: (project) => project.id,
    NAME: (project) => project.name,
    OWNER: (project) => project.owner,
    ADDRESS: (project) => shownAddress(project),
    DESCRIPTION: (project) => project.description,
  }),
  none: 'No projects.',
});

const showProject = showCommand(projectNoun, {
  description: 'Show a project; the user name and password in its address are shown only with --json',
  examples: ['millrace project show Invoices'],
  read: async (client, projectId) => (await client.call('GET /orchestration/projects/{projectId}', { path: { projectId } })).body,
  print: ({ output }, project) =>
    output.printProperties([
      ['Id', project.id],
      ['Name', project.name],
      ['Description', project.description],
      ['Address', shownAddress(project)],
      ['Owner', project.owner],
      ['Created', `${localTime(project.createDate)} by ${project.author}`],
      ['Changed', localTime(project.updateDate)],
    ]),
});

const createProject = serverCommand('create', {
  description: 'Create a project: a source repository of jobs',
  arguments: { '<name>': 'name of the project' },
  options: { ...ADDRESS_OPTIONS, '--owner <login>': 'login of the owner (default: you)', '--description <text>': 'its purpose' },
  examples: ['millrace project create Invoices --address https://git.example.com/finance/invoices.git'],
  async run({ client, output, shell, options }, name: string) {
    const url = await readAddress(options, shell);
    if (url === undefined) throw new Failure('usage', 'Name the address of the repository with --address or --address-file.');
    const owner = options.owner ?? (await client.call('GET /account/me')).body.login;
    const { description } = options;
    const { body } = await client.call('POST /orchestration/projects', {
      body: { name, owner, url, ...given({ description }) },
    });
    return output.printResult(body, `Created project ${body.name} (${body.id}).`);
  },
});

const changeProject = serverCommand('change', {
  description: 'Change a project; fields that no option names stay as they are',
  arguments: { '<name or id>': 'the project' },
  options: { ...ADDRESS_OPTIONS, '--owner <login>': 'login of the new owner', '--description <text>': 'new description' },
  needsOption: true,
  examples: ['millrace project change Invoices --owner ada'],
  async run({ client, output, shell, options }, idOrName: string) {
    const [url, { owner, description }] = [await readAddress(options, shell), options];
    const { body } = await client.call('PUT /orchestration/projects/{projectId}', {
      path: { projectId: await projectNoun.find(client, idOrName) },
      body: given({ url, owner, description }),
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
  showProject,
  changeProject,
  deleteProject,
]);
