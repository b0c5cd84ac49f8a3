/** Messages of the pages of dynamic engines. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the page of a dynamic engine. */
export const dynamicEngineMessages = defineMessages('dynamicEngine', {
  CREATING: 'Waits for its cluster',
  CONNECTED: 'Connected',
  DISCONNECTED: 'Does not report',
  ERROR: 'Reports a fault',
  DELETED: 'Is being removed',
  since: 'Since',
  empty: 'There is no dynamic engine',
  emptyHint: 'A dynamic engine runs tasks as pods of your Kubernetes cluster. Create one, then install its package on the cluster.',
  new: 'New dynamic engine',
  createdNext: 'Created. Install its package on the cluster next.',
  DISCONNECTEDhint: 'Nothing was reported for ten seconds. Look at the pod of the operator, and at the network of the cluster.',
  ERRORhint: 'The operator cannot use the API of its cluster. The first event below says why.',
  DELETEDhint:
    'The operator removes what it has installed. The engine disappears when the operator reports that nothing of it is left in the cluster.',
  deleteHint: 'Its operator removes everything that its packages have installed. The server refuses it while an environment is assigned.',
  deletesLater: 'The operator removes the engine from its cluster.',
});

/** Messages of the environments that are assigned to dynamic engines: of the assignments, and of the states of environments. */
export const assignmentMessages = defineMessages('assignment', {
  NOT_ASSIGNED: 'Not assigned',
  SET_UP_REQUIRED: 'Not installed yet',
  READY: 'Ready',
  NOT_READY: 'Not ready',
  SET_UP_REQUIREDhint: 'Generate the package of the engine again, and install the file of the environment.',
  NOT_READYhint: 'The agent of the environment does not run, or the engine does not report.',
  empty: 'No environment is assigned to this engine: it runs no tasks yet.',
  notYours: 'Only accounts that may manage environments see this list.',
  assign: 'Assign an environment',
  assignEngine: 'Assign to an engine',
  assignHint: 'Afterwards, generate the package of the engine again, and install the file of the environment.',
  environment: 'Environment',
  dynamicEngine: 'Dynamic engine',
  noFree: 'Every environment for Kubernetes is assigned to an engine. Create another one first.',
  noEngine: 'There is no dynamic engine. Create one first.',
  onlyFirst: 'These are the first {count} by name. The others are assigned on their own pages.',
  assigned: 'Assigned. Install its package on the cluster next.',
  unassign: 'Unassign',
  unassignTitle: 'Unassign {name}?',
  unassignHint:
    'The operator removes the environment from its cluster; runs in it end. Its workspaces and tasks stay. If the engine does not report, the assignment ends at once.',
  unassigned: 'The assignment ends.',
});

/** Messages about the reports of the operator of a dynamic engine: the services in the cluster, and their states. */
export const clusterStatusMessages = defineMessages('clusterStatus', {
  title: 'In the cluster',
  old: 'This report is old: the operator sent it at the time below, and has sent none since.',
  reported: 'Reported',
  operator: 'Version of the operator',
  installed: 'Installed with',
  helm: 'Helm',
  kubectl: 'kubectl',
  STARTING: 'Starts',
  RUNNING: 'Runs',
  UPDATING: 'Is being updated',
  STOPPING: 'Is being removed',
  NOT_FOUND: 'Not found in the cluster',
  NOT_DEPLOYED: 'Not installed',
  IN_ERROR: 'Does not work',
  notDeployed: 'Nothing was reported yet. Install the package on the cluster.',
  services: 'Services',
  noServices: 'The operator reports no services.',
  chart: 'Chart',
  programs: 'Programs',
  updated: 'Updated',
  pods: 'Pods that do not run',
  resources: 'Resources that are not ready',
  job: 'Last job',
  removal: 'Removal',
  SUCCEEDED: 'Done',
  FAILED: 'Failed',
  JOB_RUNNING: 'In progress',
  events: 'Events of the cluster that report failures',
  source: 'Object',
  message: 'Message',
  unknown: 'Unknown',
});

/** Messages of the package of a dynamic engine: the choice of it, and how it is installed. */
export const packageMessages = defineMessages('package', {
  title: 'Package',
  hint: 'A zip that installs the engine, and each environment that is assigned to it. Generate it again after each assignment.',
  installWith: 'Install with',
  helm: 'Helm: values of the charts',
  manifest: 'kubectl: manifests',
  newKey: 'With a new pairing key',
  newKeyHint: 'The key of earlier packages becomes invalid. The connected operator stays paired until another operator uses the new key.',
  keyOnce: 'The zip contains the key that pairs the operator. It works once, within 24 hours. Delete the zip after the installation.',
  noKey: 'The operator is paired: the zip contains no key.',
  next: 'Next steps',
  nextHint: 'Unpack the zip, and run these commands on a machine from which Helm or kubectl reaches the cluster.',
  engineLine: 'Command that installs the engine',
  environmentLine: 'Command that installs {name}',
  kubernetes: 'Runs on Kubernetes {versions}.',
});
