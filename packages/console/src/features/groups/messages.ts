/** Messages of the pages of groups. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and of the page of a group. */
export const groupMessages = defineMessages({
  new: ['New group', 'Neue Gruppe'],
  createHint: [
    'A group gives its roles to all its members, and datasets and projects can be shared with it.',
    'Eine Gruppe gibt ihre Rollen allen Mitgliedern, und Freigaben gelten für alle.',
  ],
  members: ['Members', 'Mitglieder'],
  memberCount: [
    { one: '{count} member', other: '{count} members' },
    { one: '{count} Mitglied', other: '{count} Mitglieder' },
  ],
  roleCount: [
    { one: '{count} role', other: '{count} roles' },
    { one: '{count} Rolle', other: '{count} Rollen' },
  ],
  addMember: ['Add a member', 'Mitglied hinzufügen'],
  noMembers: ['No member yet. Add people below.', 'Noch kein Mitglied. Unten lassen sich Personen hinzufügen.'],
  rolesHint: ['All members have the permissions of these roles.', 'Alle Mitglieder haben die Berechtigungen dieser Rollen.'],
  empty: ['No group yet', 'Noch keine Gruppe'],
  emptyHint: [
    'Make a group to give several people the same roles, and to share with all of them at once.',
    'Eine Gruppe gibt mehreren Personen dieselben Rollen, und teilt mit allen auf einmal.',
  ],
  deleteHint: [
    'Its members lose its roles, and its access to projects and datasets.',
    'Die Mitglieder verlieren ihre Rollen und den Zugang zu Projekten und Datasets.',
  ],
});
