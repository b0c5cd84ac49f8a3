import type { Client } from '@millrace/contract/client';
import { given } from '../../given.ts';
import { Failure } from '../../failure.ts';
import { group, listCommand, serverCommand, thingCommand } from '../../command-builders.ts';
import { ifFound } from '../../if-found.ts';
import { addParameter, readParameters } from '../../input.ts';
import { exitCodeOfTask } from '../../outcomes.ts';
import { type Shell, sleep } from '../../shell.ts';
import type { Cell } from '../../table.ts';
import { oneLine } from '../../text.ts';
import { engineNoun } from '../engine/lookup.ts';
import { SHARING_OPTIONS, changeAndPrintSharings } from '../sharing/sharings.ts';
import { findWorkspaceOrDefault } from '../workspace/lookup.ts';
import { changeConnection } from './change.ts';
import { connectionNoun, readAllConnections } from './lookup.ts';

/** `millrace connection create`: in a workspace and in the catalogue. */
const createCatalogConnection = serverCommand('create', {
  description: 'Create a connection that tasks of its workspace and the catalogue use',
  arguments: { '<name>': 'its name' },
  options: {
    '--workspace <name or id>': 'its workspace (default: the only one you see, or Shared of the default environment)',
    '--jdbc-url <url>': 'address of a database, without a password',
    '--type <type>': 'kind of system where there is no JDBC URL, such as http',
    '--parameter <name=value>': { text: 'value of a parameter; may be repeated', parse: addParameter },
    '--parameters-file <file>': 'JSON object of parameters, - for stdin; use it for secrets',
    '--engine <name or id>': 'the engine that reads its tables (default: the built-in one)',
    '--keep-samples': 'the catalogue may store rows of its tables',
    '--description <text>': 'its purpose',
    '--tag <tags...>': 'words for finding it',
  },
  examples: [
    'millrace connection create warehouse --jdbc-url jdbc:postgresql://db.example.com:5432/finance --parameters-file secrets.json',
  ],
  async run({ client, output, shell, options }, label: string) {
    const { jdbcUrl, type, engine, keepSamples, description, tag } = options;
    const parameters = Object.entries((await readParameters(options, shell)) ?? {});
    const withoutValue = parameters.find(([, value]) => value === null);
    if (withoutValue) throw new Failure('usage', `The parameter ${JSON.stringify(withoutValue[0])} needs a value.`);
    const properties = Object.fromEntries(parameters.map(([name, value]) => [name, value ?? '']));
    const workspace = await findWorkspaceOrDefault(client, options.workspace);
    const { body: connection } = await client.call('POST /connections', {
      body: {
        label,
        workspaceId: workspace.id,
        properties: { ...properties, ...given({ jdbcUrl }) },
        keepsSamples: keepSamples ?? false,
        ...(engine !== undefined && { cloudAgentId: await engineNoun.find(client, engine) }),
        ...given({ type, description, tags: tag }),
      },
    });
    if (output.wantsData) return output.printData(connection);
    output.print(oneLine(`Created connection ${connection.label} in ${workspace.name}. Its id is ${connection.id}.`));
    return output.print(oneLine(`Try it: millrace connection test ${connection.id}`));
  },
});

const PAUSE_MS = 500;
const GIVE_UP_MS = 10 * 60_000;

/** `millrace connection scan`: lists the tables of a connection. */
const scanConnection = thingCommand(connectionNoun, 'scan', {
  description: 'Scan a connection of the catalogue: list its tables and views',
  options: { '--last': 'show what the last scan has listed, without a new one' },
  examples: ['millrace connection scan warehouse'],
  async run({ client, output, shell, options: { last } }, connectionId) {
    const path = { connectionId };
    const scan = last ? await findScan(client, path) : await scanAndWait(client, path, shell);
    if (output.wantsData) return output.printData(scan?.results ?? []);
    const rows = (scan?.results ?? []).map((result) => [result.technicalName, result.metadata.type]);
    return output.printTable(['TABLE', 'KIND'], rows, 'No table is listed.');
  },
});

type Path = { connectionId: string };

/** Starts a scan and waits for its result. */
async function scanAndWait(client: Client, path: Path, shell: Shell) {
  const [before, earlier] = await Promise.all([findScan(client, path), findExecution(client, path)]);
  await client.call('POST /connections/scan/{connectionId}', { path });
  for (let waited = 0; waited < GIVE_UP_MS; waited += PAUSE_MS) {
    await sleep(PAUSE_MS, shell.signal);
    // Read the execution before the scan: if it has ended by then, its scan is already stored.
    const execution = await findExecution(client, path);
    const scan = await findScan(client, path);
    if (scan && scan.lastScan !== before?.lastScan) return scan;
    if (execution && execution.executionId !== earlier?.executionId && exitCodeOfTask(execution.status) !== undefined)
      throw new Failure(
        'refused',
        `The scan failed: ${execution.errorMessage ?? execution.status}. millrace execution logs ${execution.executionId}`,
      );
  }
  throw new Failure('refused', 'The scan has no result yet: `millrace execution list` shows its execution.');
}

/** Finds the newest execution of a scan. A caller that does not see its workspace finds none. */
async function findExecution(client: Client, { connectionId }: Path) {
  const { body } = await client.call('GET /processing/executables/tasks/executions', { query: { lastDays: 1, limit: 100 } });
  return body.items.find(({ taskId }) => taskId === connectionId);
}

const findScan = async (client: Client, path: Path) => (await ifFound(client.call('GET /connections/scan/{connectionId}', { path })))?.body;

const listCatalogConnections = listCommand({
  description: 'List connections: those of your workspaces, and those of the catalogue that are shared with you',
  examples: ['millrace connection list --catalogue'],
  options: { '--catalogue': 'only those of the catalogue' },
  async read({ client }, { catalogue }) {
    const all = await readAllConnections(client);
    return catalogue ? all.filter(({ datasets }) => datasets !== undefined) : all;
  },
  columns: () => ({
    ID: (connection) => connection.id,
    NAME: (connection) => connection.name,
    KIND: (connection) => connection.kind,
    WORKSPACE: (connection) => connection.workspace,
    'IN CATALOGUE': (connection) => (connection.datasets === undefined ? 'no' : 'yes'),
    DATASETS: (connection) => connection.datasets,
  }),
  none: 'There are no such connections.',
});

const showCatalogConnection = thingCommand(connectionNoun, 'show', {
  description: 'Show a connection with its parameters; encrypted ones are not readable',
  examples: ['millrace connection show warehouse'],
  async run({ client, output }, id) {
    const connection = (await inCatalogue(client, id)) ?? (await inWorkspace(client, id));
    if (output.wantsData) return output.printData(connection.answer);
    return output.printProperties(connection.properties);
  },
});

type Shown = { answer: object; properties: [string, Cell][] };

/** Reads a connection of the catalogue; undefined if the catalogue does not have it. */
async function inCatalogue(client: Client, id: string): Promise<Shown | undefined> {
  const connection = (await ifFound(client.call('GET /connections/{connectionId}', { path: { connectionId: id } })))?.body;
  if (!connection) return undefined;
  return {
    answer: connection,
    properties: [
      ['Id', connection.id],
      ['Name', connection.label],
      ['Description', connection.description],
      ['In the catalogue', 'yes'],
      ['Type', connection.typeLabel],
      ['Datasets', connection.datasetsCount],
      ['Keeps samples', connection.keepsSamples ? 'yes' : 'no'],
      ['Engine', connection.cloudAgentId ?? 'built-in'],
      ['Tags', connection.tags?.join(', ')],
      ['Owner', connection.owner],
      ...Object.entries(connection.properties).map(([name, value]): [string, Cell] => [name, String(value)]),
    ],
  };
}

async function inWorkspace(client: Client, id: string): Promise<Shown> {
  const { body: connection } = await client.call('GET /orchestration/connections/{connectionId}', { path: { connectionId: id } });
  return {
    answer: connection,
    properties: [
      ['Id', connection.id],
      ['Name', connection.name],
      ['In the catalogue', 'no'],
      ['Type', connection.app],
      ['Workspace', connection.workspace?.name],
      ...connection.parameters.map(({ name, value, encrypted }): [string, Cell] => [name, encrypted ? '***' : (value ?? '')]),
    ],
  };
}

const deleteCatalogConnection = thingCommand(connectionNoun, 'delete', {
  description: 'Delete a connection that no task and no dataset uses',
  options: { '--only-from-catalogue': 'take it out of the catalogue; tasks of its workspace go on using it' },
  examples: ['millrace connection delete warehouse', 'millrace connection delete warehouse --only-from-catalogue'],
  async run({ client, output, options: { onlyFromCatalogue } }, connectionId) {
    if (onlyFromCatalogue) await client.call('DELETE /connections/{connectionId}', { path: { connectionId } });
    else await client.call('DELETE /orchestration/connections/{connectionId}', { path: { connectionId } });
    return output.printResult(
      { id: connectionId },
      onlyFromCatalogue ? `Took connection ${connectionId} out of the catalogue.` : `Deleted connection ${connectionId}.`,
    );
  },
});

const testCatalogConnection = thingCommand(connectionNoun, 'test', {
  description: 'Test whether a connection can be opened',
  examples: ['millrace connection test warehouse'],
  async run({ client, output }, connectionId) {
    const { body } = await client.call('POST /connections/{connectionId}/test', { path: { connectionId } });
    if (output.wantsData) output.printData(body);
    else if (body.success) output.print(body.reason);
    if (!body.success) throw new Failure('refused', body.reason);
  },
});

const shareCatalogConnection = thingCommand(connectionNoun, 'share', {
  description: 'Show who a connection of the catalogue is shared with, or share it with users and groups',
  options: SHARING_OPTIONS,
  examples: ['millrace connection share warehouse --group analysts'],
  async run({ client, output, options }, entityId) {
    return changeAndPrintSharings(client, output, { entityType: 'connection', entityId }, options);
  },
});

const moveConnection = thingCommand(connectionNoun, 'move', {
  description: 'Move a connection to another workspace of its environment',
  arguments: { '<workspace>': 'name or id of the workspace' },
  examples: ['millrace connection move warehouse Finance'],
  async run({ client, output }, connectionId, workspace: string) {
    const path = { connectionId, targetWorkspaceId: (await findWorkspaceOrDefault(client, workspace)).id };
    const { body } = await client.call('PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}', { path });
    return output.printResult(body, `Moved connection ${body.name} (${body.id}) to ${body.workspace.name ?? ''}.`);
  },
});

/** `millrace connection`. */
export const connectionGroup = group(
  'connection',
  'Create connections for tasks and for the catalogue, list, test, scan, share and delete them',
  [
    createCatalogConnection,
    listCatalogConnections,
    showCatalogConnection,
    testCatalogConnection,
    changeConnection,
    moveConnection,
    scanConnection,
    shareCatalogConnection,
    deleteCatalogConnection,
  ],
);
