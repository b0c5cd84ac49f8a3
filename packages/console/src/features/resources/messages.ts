/** Messages of the pages of resources. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the page of a resource. */
export const resourceMessages = defineMessages({
  en: {
    title: 'Resources',
    file: 'File',
    folder: 'Folder',
    noneFits: 'No resource matches these filters',
    noneFitsHint: 'Shorten the name, or choose another workspace.',
    empty: 'There is no resource in this environment yet',
    emptyHint: 'A resource is a file or a folder that tasks read, such as a list of codes.',
    new: 'New resource',
    drop: 'Drop a file here',
    dropHint: 'A zip can also be unpacked as a folder before each run.',
    isFolder: 'Unpack the zip as a folder',
    sending: 'Sending {name}',
    replace: 'Replace the content',
    replaceHint: 'Runs that begin from now on read the new content.',
    replaced: 'The content has been replaced.',
    moved: 'The resource is in another workspace now.',
    deleteHint: 'The server refuses it while a task uses the resource.',
  },
  de: {
    title: 'Ressourcen',
    file: 'Datei',
    folder: 'Ordner',
    noneFits: 'Keine Ressource passt zu diesen Filtern',
    noneFitsHint: 'Kürzen Sie den Namen, oder wählen Sie einen anderen Workspace.',
    empty: 'In dieser Umgebung gibt es noch keine Ressource',
    emptyHint: 'Eine Ressource ist eine Datei oder ein Ordner, den Tasks lesen, etwa eine Liste von Codes.',
    new: 'Neue Ressource',
    drop: 'Eine Datei hierher ziehen',
    dropHint: 'Ein Zip lässt sich vor jedem Lauf auch als Ordner entpacken.',
    isFolder: 'Das Zip als Ordner entpacken',
    sending: '{name} wird gesendet',
    replace: 'Inhalt ersetzen',
    replaceHint: 'Läufe, die ab jetzt beginnen, lesen den neuen Inhalt.',
    replaced: 'Der Inhalt ist ersetzt.',
    moved: 'Die Ressource liegt jetzt in einem anderen Workspace.',
    deleteHint: 'Der Server lehnt es ab, solange ein Task die Ressource nutzt.',
  },
});
