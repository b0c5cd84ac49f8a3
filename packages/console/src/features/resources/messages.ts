/** Messages of the pages of resources. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the page of a resource. */
export const resourceMessages = defineMessages({
  title: ['Resources', 'Ressourcen'],
  file: ['File', 'Datei'],
  folder: ['Folder', 'Ordner'],
  noneFits: ['No resource matches these filters', 'Keine Ressource passt zu diesen Filtern'],
  noneFitsHint: ['Shorten the name, or choose another workspace.', 'Kürzen Sie den Namen, oder wählen Sie einen anderen Workspace.'],
  empty: ['There is no resource in this environment yet', 'In dieser Umgebung gibt es noch keine Ressource'],
  emptyHint: [
    'A resource is a file or a folder that tasks read, such as a list of codes.',
    'Eine Ressource ist eine Datei oder ein Ordner, den Tasks lesen, etwa eine Liste von Codes.',
  ],
  new: ['New resource', 'Neue Ressource'],
  drop: ['Drop a file here', 'Eine Datei hierher ziehen'],
  dropHint: ['A zip can also be unpacked as a folder before each run.', 'Ein Zip lässt sich vor jedem Lauf auch als Ordner entpacken.'],
  isFolder: ['Unpack the zip as a folder', 'Das Zip als Ordner entpacken'],
  replace: ['Replace the content', 'Inhalt ersetzen'],
  replaceHint: ['Runs that begin from now on read the new content.', 'Läufe, die ab jetzt beginnen, lesen den neuen Inhalt.'],
  replaced: ['The content has been replaced.', 'Der Inhalt ist ersetzt.'],
  moved: ['The resource is in another workspace now.', 'Die Ressource liegt jetzt in einem anderen Workspace.'],
  deleteHint: ['The server refuses it while a task uses the resource.', 'Der Server lehnt es ab, solange ein Task die Ressource nutzt.'],
});
