import { deleteCommand, group, listCommand, thingCommand } from '../../group.ts';
import { localTime } from '../../text.ts';
import { engineNoun } from './lookup.ts';
import { createRemoteEngine } from './pair.ts';
import { unpairRemoteEngine } from './unpair.ts';

const listRemoteEngines = listCommand({
  description: 'List engines and whether they can take work',
  examples: ['millrace engine list'],
  async read({ client }) {
    const { body: engines } = await client.call('GET /processing/runtimes/remote-engines');
    return engines;
  },
  columns: () => ({
    ID: (engine) => engine.id,
    NAME: (engine) => engine.name,
    AVAILABILITY: (engine) => ({
      text: engine.illness ? `${engine.availability}, ill (${engine.illness.code})` : engine.availability,
      tone: engine.availability === 'AVAILABLE' ? 'green' : 'yellow',
    }),
    PAIRED: (engine) => (engine.status === 'PAIRED' ? 'yes' : 'no'),
    ENVIRONMENT: (engine) => engine.workspace?.environment?.name,
    KIND: (engine) => (engine.managed ? 'built-in' : 'remote'),
    CREATED: (engine) => localTime(engine.createDate),
  }),
  none: 'No engines. `millrace engine pair --name <name>` adds one.',
});

const getRemoteEngine = thingCommand(engineNoun, 'show', {
  description: 'Show an engine: whether it can take work, and the version of its program',
  examples: ['millrace engine show berlin'],
  async run({ client, output }, id) {
    const { body: engine } = await client.call('GET /processing/runtimes/remote-engines/{id}', { path: { id } });
    if (output.json) return output.printJson(engine);
    const { body: versions } = await client.call('GET /processing/engines');
    return output.printProperties([
      ['Id', engine.id],
      ['Name', engine.name],
      ['Description', engine.description],
      ['Environment', engine.workspace?.environment?.name],
      ['Workspace', engine.workspace?.name],
      ['Kind', engine.managed ? 'built-in' : 'remote'],
      ['Paired', engine.status === 'PAIRED' ? 'yes' : 'no'],
      ['Availability', { text: engine.availability, tone: engine.availability === 'AVAILABLE' ? 'green' : 'yellow' }],
      ['Ill', engine.illness && `${engine.illness.code} since ${localTime(engine.illness.since)}: ${engine.illness.message}`],
      ['Isolation', engine.isolation],
      ['Java', engine.javas?.join(', ') || undefined],
      ['Program', versions.enginesInfo.find((engine) => engine.id === id)?.packageVersion],
      ['Runtime id', engine.runtimeId],
      ['Cluster', engine.clusterId],
      ['Created', localTime(engine.createDate)],
    ]);
  },
});

const deleteRemoteEngine = deleteCommand(engineNoun, {
  description: 'Delete an engine that no task, no cluster and no execution uses',
  examples: ['millrace engine delete berlin'],
  send: (client, id) => client.call('DELETE /processing/runtimes/remote-engines/{id}', { path: { id } }),
});

/** `millrace engine`. */
export const engineGroup = group('engine', 'Pair engines, list, unpair and delete them', [
  createRemoteEngine,
  listRemoteEngines,
  getRemoteEngine,
  unpairRemoteEngine,
  deleteRemoteEngine,
]);
