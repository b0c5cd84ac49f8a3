/** Messages of the pages of clusters. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and of the page of a cluster. */
export const clusterMessages = defineMessages('cluster', {
  empty: 'There is no cluster in this environment',
  emptyHint: 'The engines of a cluster stand in for each other: a task runs on any of them.',
  new: 'New cluster',
  createTitle: 'New cluster in {name}',
  noEngines: 'The cluster has no engine yet: its tasks wait.',
  addEngine: 'Add an engine',
  addHint: 'Tasks that are to run on the engine will run on the cluster.',
  noFree: 'Every engine of this environment belongs to a cluster.',
  profiles: 'Run profile of its tasks',
  DEFAULT: 'None',
  DUPLICATE_RUN_PROFILES: 'A copy of their present profile',
  takeOut: 'Remove from cluster',
  takenOut: 'The engine belongs to no cluster now.',
  added: 'The engine belongs to the cluster.',
  deleteHint: 'Its engines stay, its run profiles are deleted. The server refuses it while a task is to run on the cluster.',
});
