/** Messages of the pages of dynamic engines. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the page of a dynamic engine. */
export const dynamicEngineMessages = defineMessages({
  CREATING: ['Waits for its cluster', 'Wartet auf ihren Cluster'],
  CONNECTED: ['Connected', 'Verbunden'],
  DISCONNECTED: ['Does not report', 'Meldet sich nicht'],
  ERROR: ['Reports a fault', 'Meldet einen Fehler'],
  DELETED: ['Is being removed', 'Wird entfernt'],
  since: ['Since', 'Seit'],
  empty: ['There is no dynamic engine', 'Es gibt keine dynamische Engine'],
  emptyHint: [
    'A dynamic engine runs tasks as pods of your Kubernetes cluster. Create one, then install its package on the cluster.',
    'Eine dynamische Engine führt Tasks als Pods Ihres Kubernetes-Clusters aus. Legen Sie eine an, und installieren Sie dann ihr Paket auf dem Cluster.',
  ],
  new: ['New dynamic engine', 'Neue dynamische Engine'],
  createdNext: ['Created. Install its package on the cluster next.', 'Angelegt. Installieren Sie nun ihr Paket auf dem Cluster.'],
  DISCONNECTEDhint: [
    'Nothing was reported for ten seconds. Look at the pod of the operator, and at the network of the cluster.',
    'Seit zehn Sekunden kam keine Meldung. Sehen Sie nach dem Pod des Operators und nach dem Netz des Clusters.',
  ],
  ERRORhint: [
    'The operator cannot use the API of its cluster. The first event below says why.',
    'Der Operator kann die API seines Clusters nicht benutzen. Das erste Ereignis unten nennt den Grund.',
  ],
  DELETEDhint: [
    'The operator removes what it has installed. The engine disappears when the operator reports that nothing of it is left in the cluster.',
    'Der Operator entfernt, was er installiert hat. Die Engine verschwindet, sobald er meldet, dass im Cluster nichts davon übrig ist.',
  ],
  deleteHint: [
    'Its operator removes everything that its packages have installed. The server refuses it while an environment is assigned.',
    'Der Operator entfernt alles, was ihre Pakete installiert haben. Der Server lehnt es ab, solange eine Umgebung zugewiesen ist.',
  ],
  deletesLater: ['The operator removes the engine from its cluster.', 'Der Operator entfernt die Engine von ihrem Cluster.'],
});

/** Messages of the environments that are assigned to dynamic engines: of the assignments, and of the states of environments. */
export const assignmentMessages = defineMessages({
  NOT_ASSIGNED: ['Not assigned', 'Nicht zugewiesen'],
  SET_UP_REQUIRED: ['Not installed yet', 'Noch nicht installiert'],
  READY: ['Ready', 'Bereit'],
  NOT_READY: ['Not ready', 'Nicht bereit'],
  SET_UP_REQUIREDhint: [
    'Generate the package of the engine again, and install the file of the environment.',
    'Erzeugen Sie das Paket der Engine neu, und installieren Sie die Datei der Umgebung.',
  ],
  NOT_READYhint: [
    'The agent of the environment does not run, or the engine does not report.',
    'Der Agent der Umgebung läuft nicht, oder die Engine meldet sich nicht.',
  ],
  empty: [
    'No environment is assigned to this engine: it runs no tasks yet.',
    'Dieser Engine ist keine Umgebung zugewiesen: Sie führt noch keine Tasks aus.',
  ],
  notYours: [
    'Only accounts that may manage environments see this list.',
    'Nur Konten, die Umgebungen verwalten dürfen, sehen diese Liste.',
  ],
  assign: ['Assign an environment', 'Umgebung zuweisen'],
  assignEngine: ['Assign to an engine', 'Engine zuweisen'],
  assignHint: [
    'Afterwards, generate the package of the engine again, and install the file of the environment.',
    'Danach: Erzeugen Sie das Paket der Engine neu, und installieren Sie die Datei der Umgebung.',
  ],
  environment: ['Environment', 'Umgebung'],
  dynamicEngine: ['Dynamic engine', 'Dynamische Engine'],
  noFree: [
    'Every environment for Kubernetes is assigned to an engine. Create another one first.',
    'Jede Umgebung für Kubernetes ist einer Engine zugewiesen. Legen Sie erst eine weitere an.',
  ],
  noEngine: ['There is no dynamic engine. Create one first.', 'Es gibt keine dynamische Engine. Legen Sie erst eine an.'],
  onlyFirst: [
    'These are the first {count} by name. The others are assigned on their own pages.',
    'Das sind die ersten {count} nach Namen. Die anderen lassen sich auf ihren eigenen Seiten zuweisen.',
  ],
  assigned: ['Assigned. Install its package on the cluster next.', 'Zugewiesen. Installieren Sie nun ihr Paket auf dem Cluster.'],
  unassign: ['Unassign', 'Zuweisung beenden'],
  unassignTitle: ['Unassign {name}?', 'Zuweisung von {name} beenden?'],
  unassignHint: [
    'The operator removes the environment from its cluster; runs in it end. Its workspaces and tasks stay. If the engine does not report, the assignment ends at once.',
    'Der Operator entfernt die Umgebung von ihrem Cluster; Läufe dort enden. Ihre Workspaces und Tasks bleiben. Meldet sich die Engine nicht, endet die Zuweisung sofort.',
  ],
  unassigned: ['The assignment ends.', 'Die Zuweisung endet.'],
});

/** Messages about the reports of the operator of a dynamic engine: the services in the cluster, and their states. */
export const clusterStatusMessages = defineMessages({
  title: ['In the cluster', 'Im Cluster'],
  old: [
    'This report is old: the operator sent it at the time below, and has sent none since.',
    'Dieser Bericht ist veraltet: Der Operator hat ihn zur Zeit unten gesendet, und seitdem keinen mehr.',
  ],
  reported: ['Reported', 'Gemeldet'],
  operator: ['Version of the operator', 'Version des Operators'],
  installed: ['Installed with', 'Installiert mit'],
  helm: ['Helm', 'Helm'],
  kubectl: ['kubectl', 'kubectl'],
  STARTING: ['Starts', 'Startet'],
  RUNNING: ['Runs', 'Läuft'],
  UPDATING: ['Is being updated', 'Wird aktualisiert'],
  STOPPING: ['Is being removed', 'Wird entfernt'],
  NOT_FOUND: ['Not found in the cluster', 'Im Cluster nicht gefunden'],
  NOT_DEPLOYED: ['Not installed', 'Nicht installiert'],
  IN_ERROR: ['Does not work', 'Funktioniert nicht'],
  notDeployed: [
    'Nothing was reported yet. Install the package on the cluster.',
    'Noch wurde nichts gemeldet. Installieren Sie das Paket auf dem Cluster.',
  ],
  services: ['Services', 'Dienste'],
  noServices: ['The operator reports no services.', 'Der Operator meldet keine Dienste.'],
  chart: ['Chart', 'Chart'],
  programs: ['Programs', 'Programme'],
  updated: ['Updated', 'Aktualisiert'],
  pods: ['Pods that do not run', 'Pods, die nicht laufen'],
  resources: ['Resources that are not ready', 'Ressourcen, die nicht bereit sind'],
  job: ['Last job', 'Letzter Job'],
  removal: ['Removal', 'Entfernung'],
  SUCCEEDED: ['Done', 'Erledigt'],
  FAILED: ['Failed', 'Gescheitert'],
  JOB_RUNNING: ['In progress', 'Im Gang'],
  events: ['Events of the cluster that report failures', 'Ereignisse des Clusters, die Fehler melden'],
  source: ['Object', 'Objekt'],
  message: ['Message', 'Meldung'],
});

/** Messages of the package of a dynamic engine: the choice of it, and how it is installed. */
export const packageMessages = defineMessages({
  title: ['Package', 'Paket'],
  hint: [
    'A zip that installs the engine, and each environment that is assigned to it. Generate it again after each assignment.',
    'Ein Zip, das die Engine und jede ihr zugewiesene Umgebung installiert. Erzeugen Sie es nach jeder Zuweisung neu.',
  ],
  installWith: ['Install with', 'Installieren mit'],
  helm: ['Helm: values of the charts', 'Helm: Werte der Charts'],
  manifest: ['kubectl: manifests', 'kubectl: Manifeste'],
  newKey: ['With a new pairing key', 'Mit neuem Schlüssel zum Koppeln'],
  newKeyHint: [
    'The key of earlier packages becomes invalid. The connected operator stays paired until another operator uses the new key.',
    'Der Schlüssel früherer Pakete wird ungültig. Der verbundene Operator bleibt gekoppelt, bis ein anderer den neuen Schlüssel benutzt.',
  ],
  keyOnce: [
    'The zip contains the key that pairs the operator. It works once, within 24 hours. Delete the zip after the installation.',
    'Das Zip enthält den Schlüssel, der den Operator koppelt. Er gilt einmal, innerhalb von 24 Stunden. Löschen Sie das Zip nach der Installation.',
  ],
  noKey: ['The operator is paired: the zip contains no key.', 'Der Operator ist gekoppelt: Das Zip enthält keinen Schlüssel.'],
  next: ['Next steps', 'Nächste Schritte'],
  nextHint: [
    'Unpack the zip, and run these commands on a machine from which Helm or kubectl reaches the cluster.',
    'Entpacken Sie das Zip, und führen Sie diese Befehle auf einer Maschine aus, von der Helm oder kubectl den Cluster erreicht.',
  ],
  engineLine: ['Command that installs the engine', 'Befehl, der die Engine installiert'],
  environmentLine: ['Command that installs {name}', 'Befehl, der {name} installiert'],
  kubernetes: ['Runs on Kubernetes {versions}.', 'Läuft auf Kubernetes {versions}.'],
});
