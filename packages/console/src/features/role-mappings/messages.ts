/** Messages of the page of role mappings. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and its dialog. */
export const roleMappingMessages = defineMessages({
  en: {
    title: 'Role mappings',
    hint: 'The roles that people get when they sign in through an identity provider, by the names that it sends in its claim for roles.',
    new: 'New mapping',
    deleteAll: 'Delete all',
    deleteAllName: 'all mappings',
    deleteHint: 'Users keep the roles that they have.',
    empty: 'There is no mapping yet',
    emptyHint: 'Without one, people who sign in through an identity provider get no role from it.',
    externalName: 'Name from the identity provider',
    nameHint: 'Exactly as the provider sends it, such as the name of a group there.',
    rolesTyped: 'Roles, one on each line',
    rolesTypedHint: 'You may not list the roles: type their names or ids.',
    noRoles: 'No role',
  },
  de: {
    title: 'Rollenzuordnungen',
    hint: 'Die Rollen, die Personen bei der Anmeldung über einen Identitätsanbieter bekommen, nach den Namen, die er als Rollen sendet.',
    new: 'Neue Zuordnung',
    deleteAll: 'Alle löschen',
    deleteAllName: 'Alle Zuordnungen',
    deleteHint: 'Personen behalten die Rollen, die sie haben.',
    empty: 'Noch gibt es keine Zuordnung',
    emptyHint: 'Ohne Zuordnung bekommen Personen, die sich über einen Identitätsanbieter anmelden, keine Rolle von ihm.',
    externalName: 'Name beim Identitätsanbieter',
    nameHint: 'Genau so, wie der Anbieter ihn sendet, etwa der Name einer Gruppe dort.',
    rolesTyped: 'Rollen, je Zeile eine',
    rolesTypedHint: 'Sie dürfen die Rollen nicht auflisten: geben Sie Namen oder Ids ein.',
    noRoles: 'Keine Rolle',
  },
});
