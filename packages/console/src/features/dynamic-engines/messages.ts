/** Messages of the pages of dynamic engines. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the page of a dynamic engine. */
export const dynamicEngineMessages = defineMessages({
  en: {
    title: 'Dynamic engines',
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
  },
  de: {
    title: 'Dynamische Engines',
    CREATING: 'Wartet auf ihren Cluster',
    CONNECTED: 'Verbunden',
    DISCONNECTED: 'Meldet sich nicht',
    ERROR: 'Meldet einen Fehler',
    DELETED: 'Wird entfernt',
    since: 'Seit',
    empty: 'Es gibt keine dynamische Engine',
    emptyHint:
      'Eine dynamische Engine führt Tasks als Pods Ihres Kubernetes-Clusters aus. Legen Sie eine an, und installieren Sie dann ihr Paket auf dem Cluster.',
    new: 'Neue dynamische Engine',
    createdNext: 'Angelegt. Installieren Sie nun ihr Paket auf dem Cluster.',
    DISCONNECTEDhint: 'Seit zehn Sekunden kam keine Meldung. Sehen Sie nach dem Pod des Operators und nach dem Netz des Clusters.',
    ERRORhint: 'Der Operator kann die API seines Clusters nicht benutzen. Das erste Ereignis unten nennt den Grund.',
    DELETEDhint:
      'Der Operator entfernt, was er installiert hat. Die Engine verschwindet, sobald er meldet, dass im Cluster nichts davon übrig ist.',
    deleteHint:
      'Der Operator entfernt alles, was ihre Pakete installiert haben. Der Server lehnt es ab, solange eine Umgebung zugewiesen ist.',
    deletesLater: 'Der Operator entfernt die Engine von ihrem Cluster.',
  },
});
