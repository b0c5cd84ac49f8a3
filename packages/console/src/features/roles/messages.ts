/** Messages of the pages of roles. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the lists and of the page of a role. */
export const roleMessages = defineMessages({
  en: {
    new: 'New role',
    permissions: 'Permissions',
    permissionCount: { one: '{count} permission', other: '{count} permissions' },
    users: 'Users with this role',
    addUser: 'Assign the role to a user',
    noUsers: 'The role is assigned to no user directly.',
    custom: 'Custom',
    builtInHint: 'A built-in role cannot be changed. Make a role of your own to choose other permissions.',
    noneFits: 'No role matches this name',
    noneFitsHint: 'Clear the field, or create a role.',
    createHint: 'A role gives permissions for the whole tenant. Rights on a workspace are given on the page Rights.',
    deleteHint: 'Its users and groups lose its permissions at once.',
    show: 'Show',
    unused: 'Unused permissions',
    allRoles: 'All roles',
    unusedHint:
      'Permissions that active accounts have and have not used for {count} days. Remove them, so that a stolen token can do less damage.',
    noneUnused: 'All permissions are in use',
    noneUnusedHint: 'Each active account has used its permissions in these days.',
    permission: 'Permission',
    through: 'Through',
    lastUse: 'Last use',
  },
  de: {
    new: 'Neue Rolle',
    permissions: 'Berechtigungen',
    permissionCount: { one: '{count} Berechtigung', other: '{count} Berechtigungen' },
    users: 'Personen mit dieser Rolle',
    addUser: 'Rolle einer Person zuweisen',
    noUsers: 'Die Rolle ist keiner Person direkt zugewiesen.',
    custom: 'Eigene',
    builtInHint: 'Eine eingebaute Rolle bleibt, wie sie ist. Für andere Berechtigungen eine eigene Rolle anlegen.',
    noneFits: 'Keine Rolle passt zu diesem Namen',
    noneFitsHint: 'Das Feld leeren, oder eine Rolle anlegen.',
    createHint: 'Eine Rolle gibt Berechtigungen im ganzen Mandanten. Rechte auf einen Workspace gibt die Seite Rechte.',
    deleteHint: 'Ihre Personen und Gruppen verlieren die Berechtigungen sofort.',
    show: 'Zeigen',
    unused: 'Unbenutzte Berechtigungen',
    allRoles: 'Alle Rollen',
    unusedHint:
      'Berechtigungen, die aktive Konten haben und seit {count} Tagen nicht benutzten. Ohne sie schadet ein gestohlenes Token weniger.',
    noneUnused: 'Alle Berechtigungen werden benutzt',
    noneUnusedHint: 'Jedes aktive Konto hat seine Berechtigungen in diesen Tagen benutzt.',
    permission: 'Berechtigung',
    through: 'Durch',
    lastUse: 'Letzte Benutzung',
  },
});
