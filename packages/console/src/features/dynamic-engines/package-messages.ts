/** Messages of the package of a dynamic engine. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the package: the choice of it, and how it is installed. */
export const packageMessages = defineMessages({
  en: {
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
  },
  de: {
    title: 'Paket',
    hint: 'Ein Zip, das die Engine und jede ihr zugewiesene Umgebung installiert. Erzeugen Sie es nach jeder Zuweisung neu.',
    installWith: 'Installieren mit',
    helm: 'Helm: Werte der Charts',
    manifest: 'kubectl: Manifeste',
    newKey: 'Mit neuem Schlüssel zum Koppeln',
    newKeyHint:
      'Der Schlüssel früherer Pakete wird ungültig. Der verbundene Operator bleibt gekoppelt, bis ein anderer den neuen Schlüssel benutzt.',
    keyOnce:
      'Das Zip enthält den Schlüssel, der den Operator koppelt. Er gilt einmal, innerhalb von 24 Stunden. Löschen Sie das Zip nach der Installation.',
    noKey: 'Der Operator ist gekoppelt: Das Zip enthält keinen Schlüssel.',
    next: 'Nächste Schritte',
    nextHint: 'Entpacken Sie das Zip, und führen Sie diese Befehle auf einer Maschine aus, von der Helm oder kubectl den Cluster erreicht.',
    engineLine: 'Befehl, der die Engine installiert',
    environmentLine: 'Befehl, der {name} installiert',
    kubernetes: 'Läuft auf Kubernetes {versions}.',
  },
});
