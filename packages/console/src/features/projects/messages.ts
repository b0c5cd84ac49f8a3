/** Messages of the pages of projects. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the page of a project. */
export const projectMessages = defineMessages({
  ownerHint: ['The login', 'Das Login'],
  url: ['Repository', 'Repository'],
  urlHint: ['The address from which Git clones it', 'Die Adresse, von der Git es klont'],
  noneFits: ['No project has this name', 'Kein Projekt heißt so'],
  empty: ['There is no project yet', 'Es gibt noch kein Projekt'],
  emptyHint: [
    'A project is a source repository of jobs, with the people who may work on it.',
    'Ein Projekt ist ein Quell-Repository von Jobs, mit den Menschen, die daran arbeiten dürfen.',
  ],
  new: ['New project', 'Neues Projekt'],
  users: ['Users', 'Benutzer'],
  noUsers: ['No user may work on this project yet.', 'Noch darf kein Benutzer an diesem Projekt arbeiten.'],
  noGroups: ['No group may work on this project yet.', 'Noch darf keine Gruppe an diesem Projekt arbeiten.'],
  user: ['User', 'Benutzer'],
  userId: ['Id of the user', 'Id des Benutzers'],
  groupId: ['Id of the group', 'Id der Gruppe'],
  deleteHint: ['Only the entry here is deleted, not the repository.', 'Nur der Eintrag hier wird gelöscht, nicht das Repository.'],
});
