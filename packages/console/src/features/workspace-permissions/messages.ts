/** Messages of the page of the rights on workspaces. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of the rights on workspaces. */
export const rightsMessages = defineMessages({
  title: ['Rights on workspaces', 'Rechte auf Workspaces'],
  people: ['Users', 'Personen'],
  programs: ['Service accounts', 'Dienstkonten'],
  addUser: ['Add a user', 'Person hinzufügen'],
  addProgram: ['Add a service account', 'Dienstkonto hinzufügen'],
  empty: ['No workspace to manage here', 'Hier ist kein Workspace zu verwalten'],
  emptyHint: [
    'You see the rights on workspaces that you manage. Choose another environment, or ask an administrator for the right “Manage” on a workspace.',
    'Sichtbar sind die Rechte auf Workspaces, die Sie verwalten. Eine andere Umgebung wählen, oder die Verwaltung um das Recht „Verwalten“ auf einen Workspace bitten.',
  ],
  noRows: [
    'No account has a right on these workspaces yet. Add an account above.',
    'Noch hat niemand ein Recht auf diese Workspaces. Oben lässt sich ein Konto hinzufügen.',
  ],
  cell: ['Rights of {account} on {workspace}: {rights}', 'Rechte von {account} auf {workspace}: {rights}'],
  noRights: ['none', 'keine'],
  rightsOf: ['{account} on {workspace}', '{account} auf {workspace}'],
  set: ['Set rights', 'Übernehmen'],
  pending: [
    { one: '{count} change', other: '{count} changes' },
    { one: '{count} Änderung', other: '{count} Änderungen' },
  ],
  check: ['Check', 'Prüfen'],
  undo: ['Undo all', 'Alle verwerfen'],
  previewTitle: ['These rights will change', 'Diese Rechte ändern sich'],
  rejected: ['Refused, and left out', 'Abgelehnt und ausgelassen'],
  nothing: ['Nothing would change.', 'Nichts würde sich ändern.'],
  sharingsStay: [
    {
      one: '{count} sharing in the catalogue stays. Without a right on the workspace it gives no runs and no samples.',
      other: '{count} sharings in the catalogue stay. Without a right on the workspace they give no runs and no samples.',
    },
    {
      one: '{count} Freigabe im Katalog bleibt. Ohne ein Recht auf den Workspace gibt sie keine Läufe und keine Stichproben.',
      other: '{count} Freigaben im Katalog bleiben. Ohne ein Recht auf den Workspace geben sie keine Läufe und keine Stichproben.',
    },
  ],
  applied: ['The rights are changed.', 'Die Rechte sind geändert.'],
  partly: ['Some changes were refused. The others are made.', 'Einige Änderungen wurden abgelehnt. Die anderen sind gemacht.'],
  legend: [
    'V view, E run, A change, P publish, M manage. Each of the other rights includes view.',
    'V sehen, E ausführen, A ändern, P veröffentlichen, M verwalten. Jedes andere Recht enthält Sehen.',
  ],
  tooMany: [
    'The first {count} workspaces are shown. Type a name to see others.',
    'Die ersten {count} Workspaces werden gezeigt. Ein Name zeigt andere.',
  ],
});

/** Messages about what a person lacks for an action. */
export const lackMessages = defineMessages({
  lookOnly: ['You can look at this. To do more: {lack}', 'Sie können dies ansehen. Um mehr zu tun: {lack}'],
  notAllowed: ['You may not do this yet', 'Das dürfen Sie noch nicht'],
  lacksPermission: [
    'You need a role with the permission “{permission}”, such as {role}. An administrator can assign it to you.',
    'Dafür brauchen Sie eine Rolle mit der Berechtigung „{permission}“, etwa {role}. Ihre Verwaltung kann sie Ihnen zuweisen.',
  ],
  lacksRight: [
    'You need the right “{right}” on the workspace {workspace}.',
    'Dafür brauchen Sie das Recht „{right}“ auf den Workspace {workspace}.',
  ],
  lacksAnyRight: [
    'You need the right “{right}” on a workspace of this environment.',
    'Dafür brauchen Sie das Recht „{right}“ auf einen Workspace dieser Umgebung.',
  ],
  givenByOwner: [
    'The owner ({owners}) or an administrator can give it to you.',
    'Der Inhaber ({owners}) oder die Verwaltung kann es Ihnen geben.',
  ],
  givenByAdministrator: ['An administrator can give it to you.', 'Die Verwaltung kann es Ihnen geben.'],
});
