/** Messages of the pages of dynamic-engine environments. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the page of an environment. */
export const dynamicEnvironmentMessages = defineMessages('dynamicEnvironment', {
  empty: 'There is no dynamic-engine environment',
  emptyHint: 'The tasks of such an environment run as pods of a Kubernetes cluster. Create one, and assign it to a dynamic engine.',
  workspaceName: 'Name of its first workspace',
  workspaceOwner: 'Owner of that workspace',
  ownerHint: 'A login. Empty: you.',
  deleteHint: 'All its workspaces are deleted with their content, for good. The server refuses it while the environment is assigned.',
  logs: 'Logs of its runs',
  metrics: 'Metrics of its runs',
  NONE: 'Default of the engine',
  CONTROL_PLANE: 'To this server',
  DYNAMIC_ENGINE: 'Keep in the cluster',
  strategyHint: 'The choice to keep logs or metrics in the cluster has no effect yet: they go to this server.',
  notAssigned: 'The environment is assigned to no engine: its tasks wait.',
});
