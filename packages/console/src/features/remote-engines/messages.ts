/** Messages of the pages of engines. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, of the page of an engine, and of pairing. */
export const engineMessages = defineMessages('engine', {
  AVAILABLE: 'Available',
  NOT_AVAILABLE: 'Does not answer',
  RETIRED: 'Silent for 30 days',
  NOT_PAIRED: 'Not paired',
  noEngine: 'No engine yet',
  ill: 'Starts no runs',
  cluster: 'Cluster',
  isolation: 'Isolation',
  javas: 'Java',
  user: 'A user for each run',
  namespace: 'Namespaces',
  running: 'Running',
  own: 'On a machine of yours',
  empty: 'There is no engine in this environment',
  emptyHint: 'An engine runs tasks next to the data. Create one, and pair the program on its machine with one command.',
  new: 'New engine',
  createTitle: 'New engine in {name}',
  pairTitle: 'Pair {name}',
  pairHint:
    'Run this command on the machine of the engine, in a folder for its files. The key works once, for 30 days, and is not shown again.',
  pairLine: 'Command that pairs the engine and starts it',
  pairInstall: 'The program comes from npm run pack:engine; docs/engines.md has the installation.',
  runs: 'Runs on this engine',
  noRuns: 'Nothing runs on this engine.',
  unpair: 'Pair again',
  unpairTitle: 'Give {name} a new key?',
  unpairHint: 'The credential of the engine becomes invalid at once, and its runs end as lost. You get a new command for the machine.',
  deleteHint: 'The server refuses it while a task is to run on the engine, or the engine belongs to a cluster.',
  runtimeId: 'Runtime id',
});
