/** Messages of the page of role mappings. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and its dialog. */
export const roleMappingMessages = defineMessages({
  hint: [
    'The roles that people get when they sign in through an identity provider, by the names that it sends in its claim for roles.',
    'Die Rollen, die Personen bei der Anmeldung über einen Identitätsanbieter bekommen, nach den Namen, die er als Rollen sendet.',
  ],
  new: ['New mapping', 'Neue Zuordnung'],
  deleteAllName: ['all mappings', 'Alle Zuordnungen'],
  deleteHint: ['Users keep the roles that they have.', 'Personen behalten die Rollen, die sie haben.'],
  empty: ['There is no mapping yet', 'Noch gibt es keine Zuordnung'],
  emptyHint: [
    'Without one, people who sign in through an identity provider get no role from it.',
    'Ohne Zuordnung bekommen Personen, die sich über einen Identitätsanbieter anmelden, keine Rolle von ihm.',
  ],
  externalName: ['Name from the identity provider', 'Name beim Identitätsanbieter'],
  nameHint: [
    'Exactly as the provider sends it, such as the name of a group there.',
    'Genau so, wie der Anbieter ihn sendet, etwa der Name einer Gruppe dort.',
  ],
  rolesTyped: ['Roles, one on each line', 'Rollen, je Zeile eine'],
  rolesTypedHint: [
    'You may not list the roles: type their names or ids.',
    'Sie dürfen die Rollen nicht auflisten: geben Sie Namen oder Ids ein.',
  ],
  noRoles: ['No role', 'Keine Rolle'],
});
