/** Messages of the pages of projects. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the page of a project. */
export const projectMessages = defineMessages({
  en: {
    title: 'Projects',
    label: 'Technical label',
    ownerHint: 'The login',
    url: 'Repository',
    urlHint: 'The address from which Git clones it',
    noneFits: 'No project has this name',
    empty: 'There is no project yet',
    emptyHint: 'A project is a source repository of jobs, with the people who may work on it.',
    new: 'New project',
    users: 'Users',
    noUsers: 'No user may work on this project yet.',
    noGroups: 'No group may work on this project yet.',
    user: 'User',
    group: 'Group',
    userId: 'Id of the user',
    groupId: 'Id of the group',
    deleteHint: 'Only the entry here is deleted, not the repository.',
  },
  de: {
    title: 'Projekte',
    label: 'Technischer Name',
    ownerHint: 'Das Login',
    url: 'Repository',
    urlHint: 'Die Adresse, von der Git es klont',
    noneFits: 'Kein Projekt heißt so',
    empty: 'Es gibt noch kein Projekt',
    emptyHint: 'Ein Projekt ist ein Quell-Repository von Jobs, mit den Menschen, die daran arbeiten dürfen.',
    new: 'Neues Projekt',
    users: 'Benutzer',
    noUsers: 'Noch darf kein Benutzer an diesem Projekt arbeiten.',
    noGroups: 'Noch darf keine Gruppe an diesem Projekt arbeiten.',
    user: 'Benutzer',
    group: 'Gruppe',
    userId: 'Id des Benutzers',
    groupId: 'Id der Gruppe',
    deleteHint: 'Nur der Eintrag hier wird gelöscht, nicht das Repository.',
  },
});
