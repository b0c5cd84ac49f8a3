import { open, rm } from 'node:fs/promises';
import type { Schema } from '@millrace/contract';
import { Failure } from '../../failure.ts';
import { byName, group, listCommand, nounOf, serverCommand, thingCommand } from '../../command-builders.ts';
import type { Output } from '../../output.ts';
import { absolutePath } from '../../shell.ts';
import { localTime, oneLine } from '../../text.ts';
import { findEnvironmentId } from '../environment/lookup.ts';

/** How a command names a dynamic engine. */
const dynamicEngineNoun = nounOf(
  'dynamic engine',
  async (client) => (await client.call('GET /processing/runtimes/dynamic-engines')).body,
  byName,
);

const BASE = 'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions';

/** `millrace dynamic-engine package`: writes the package into a file that only the caller can read, because it may contain the pairing key. */
const packageDynamicEngine = thingCommand(dynamicEngineNoun, 'package', {
  description: 'Write the package that installs a dynamic engine with its environments',
  options: {
    '--kind <kind>': { text: 'values for Helm, or manifests for kubectl', choices: ['helm', 'manifest'], default: 'helm' },
    '--package-version <version>': 'a supported version (default: the latest one)',
    '--new-key': 'replace the pairing key',
    '--file <file>': 'where the zip goes (default: ./<id>-<kind>.zip)',
  },
  examples: ['millrace dynamic-engine package warehouse', 'millrace dynamic-engine package warehouse --kind manifest --new-key'],
  async run({ client, output, shell, options: { kind, packageVersion, newKey, file } }, dynamicEngineId) {
    const path = file ?? `${dynamicEngineId}-${kind}.zip`;
    const fullPath = absolutePath(path, shell);
    // Opened before the package is generated, because that may replace the key.
    const target = await open(fullPath, 'wx', 0o600).catch((error: { code?: string }) => {
      throw new Failure('usage', `${path} cannot be written: ${error.code === 'EEXIST' ? 'it exists' : error.code}.`);
    });
    try {
      const zip = await client.download(`${BASE}/generate-${kind}`, {
        path: { dynamicEngineId },
        body: { generateNewPairingKey: newKey ?? false, ...(packageVersion !== undefined && { version: packageVersion }) },
      });
      for await (const part of zip) await target.write(part);
    } catch (error) {
      await rm(fullPath, { force: true });
      throw error;
    } finally {
      await target.close();
    }
    return output.printResult(
      { id: dynamicEngineId, kind, file: path },
      `Wrote ${path}, readable by you only. It contains the pairing key if the engine is not paired.`,
    );
  },
});

const listDynamicEngines = listCommand({
  description: 'List dynamic engines and their states',
  examples: ['millrace dynamic-engine list'],
  read: async ({ client }) => (await client.call('GET /processing/runtimes/dynamic-engines')).body,
  columns: () => ({
    ID: (engine) => engine.id,
    NAME: (engine) => engine.name,
    STATE: (engine) => ({ text: engine.state, tone: engine.state === 'CONNECTED' ? 'green' : 'yellow' }),
    SINCE: (engine) => localTime(engine.lastModifiedStateDate),
    CREATED: (engine) => localTime(engine.creationDate),
  }),
  none: 'No dynamic engines. `millrace dynamic-engine create <name>` adds one.',
});

const getDynamicEngineStatus = thingCommand(dynamicEngineNoun, 'status', {
  description: 'Show what the operator of a dynamic engine reports',
  options: { '--environment <name or id>': 'an environment that is assigned to it (default: its own services)' },
  examples: ['millrace dynamic-engine status warehouse', 'millrace dynamic-engine status warehouse --environment production'],
  async run({ client, output, options: { environment } }, dynamicEngineId) {
    const { body: status } =
      environment === undefined
        ? await client.call('GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/infra/status', { path: { dynamicEngineId } })
        : await client.call('GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}/status', {
            path: { dynamicEngineId, environmentId: await findEnvironmentId(client, environment) },
          });
    return output.wantsData ? output.printData(status) : printStatus(output, status);
  },
});

function printStatus(output: Output, { status, reportedAt, services = [], failureEvents = [] }: Schema<'DynamicEngineStatus'>): void {
  output.print(oneLine(`${status}${reportedAt === undefined ? ', nothing was reported yet' : `, reported ${localTime(reportedAt)}`}`));
  for (const service of services) {
    output.print(oneLine(`${service.name ?? '?'}  ${service.status}  ${service.chartVersion ?? ''}`.trimEnd()));
    for (const [name, message] of Object.entries({ ...service.podsErrors, ...service.resourcesErrors }))
      output.print(`  ${oneLine(`${name}: ${message}`)}`);
  }
  for (const { source, message } of failureEvents) output.print(oneLine(`${source ?? 'event'}: ${message ?? ''}`));
}

const createDynamicEngine = serverCommand('create', {
  description: 'Create an engine for a Kubernetes cluster',
  arguments: { '<name>': 'its name' },
  options: { '--description <text>': 'its purpose' },
  examples: ['millrace dynamic-engine create warehouse --description "Beside the warehouse"'],
  async run({ client, output, options: { description } }, name: string) {
    const { body: engine } = await client.call('POST /processing/runtimes/dynamic-engines', {
      body: { name, ...(description !== undefined && { description }) },
    });
    if (output.wantsData) return output.printData(engine);
    output.print(oneLine(`Created dynamic engine ${engine.name}. Its id is ${engine.id}.`));
    return output.print(oneLine(`Install it with its package: millrace dynamic-engine package ${engine.id}`));
  },
});

const deleteDynamicEngine = thingCommand(dynamicEngineNoun, 'delete', {
  description: 'Delete a dynamic engine without environments',
  examples: ['millrace dynamic-engine delete warehouse'],
  async run({ client, output }, id) {
    const { status, body: engine } = await client.call('DELETE /processing/runtimes/dynamic-engines/{id}', { path: { id } });
    return output.printResult(
      engine,
      status === 200
        ? `Deleted dynamic engine ${id}.`
        : `The operator removes dynamic engine ${id} from its cluster. Uninstall the package there.`,
    );
  },
});

const assignDynamicEngine = thingCommand(dynamicEngineNoun, 'assign', {
  description: 'Assign a dynamic-engine environment to a dynamic engine',
  arguments: { '<environment>': 'name or id of the environment' },
  examples: ['millrace dynamic-engine assign warehouse production'],
  async run({ client, output }, dynamicEngineId, environment: string) {
    const environmentId = await findEnvironmentId(client, environment);
    const route = 'POST /orchestration/dynamic-engine-environments/{environmentId}/connection';
    await client.call(route, { path: { environmentId }, query: { dynamicEngineId } });
    const done = 'Assigned. Generate the package again and install the part of the environment.';
    return output.printResult({ dynamicEngineId, environmentId }, done);
  },
});

const unassignDynamicEngine = serverCommand('unassign', {
  description: 'Remove the assignment of an environment',
  arguments: { '<environment>': 'name or id of the environment' },
  examples: ['millrace dynamic-engine unassign production'],
  async run({ client, output }, environment: string) {
    const environmentId = await findEnvironmentId(client, environment);
    const route = 'DELETE /orchestration/dynamic-engine-environments/{environmentId}/connection';
    const { status } = await client.call(route, { path: { environmentId } });
    const done = status === 202 ? 'The assignment is being removed.' : 'The environment was not assigned.';
    return output.printResult({ environmentId }, done);
  },
});

/** `millrace dynamic-engine`. */
export const dynamicEngineGroup = group(
  'dynamic-engine',
  'Create engines for Kubernetes clusters, write their packages and show their status',
  [
    createDynamicEngine,
    listDynamicEngines,
    packageDynamicEngine,
    getDynamicEngineStatus,
    assignDynamicEngine,
    unassignDynamicEngine,
    deleteDynamicEngine,
  ],
);
