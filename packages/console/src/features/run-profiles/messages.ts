/** Messages of run profiles. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the card of an engine or cluster. */
export const runProfileMessages = defineMessages('runProfile', {
  of: 'Belongs to',
  RE: 'Engine',
  REC: 'Cluster',
  GEN_2: 'Pipeline engine',
  DYNAMIC_ENGINE: 'Dynamic engines',
  environment: 'The environment',
  arguments: 'Java options',
  argumentsHint: 'One on each line, such as -Xmx4g. They override the options of the job.',
  empty: 'No run profile yet.',
  emptyHint: 'A run profile gives Java options to tasks, such as more memory. Create it on the page of an engine or a cluster.',
  noneFits: 'No run profile has this name',
  new: 'New run profile',
  deleteHint: 'While a task uses the run profile, the server deletes it only if a successor takes its place.',
  successor: 'Successor',
  noSuccessor: 'None',
});
