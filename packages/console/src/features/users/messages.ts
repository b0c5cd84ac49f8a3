/** Messages of the pages of users. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and of the page of a user. */
export const userMessages = defineMessages({
  title: ['Users', 'Personen'],
  find: ['Name, email or login', 'Name, E-Mail oder Anmeldename'],
  findHint: ['Type a name, an email address or a login', 'Name, E-Mail-Adresse oder Anmeldename eingeben'],
  noneFound: ['No user matches.', 'Keine Person passt.'],
  login: ['Login', 'Anmeldename'],
  email: ['Email', 'E-Mail'],
  role: ['Role', 'Rolle'],
  active: ['Active', 'Aktiv'],
  invited: ['Invited', 'Eingeladen'],
  noneFits: ['No user matches these filters', 'Keine Person passt zu diesen Filtern'],
  noneFitsHint: ['Remove a filter, or invite the person.', 'Einen Filter entfernen, oder die Person einladen.'],
  invite: ['Add a colleague', 'Kollegin oder Kollegen hinzufügen'],
  link: ['Link for {email}', 'Link für {email}'],
  linkHint: [
    'No mail server is set up: send this link to the person. It works once.',
    'Es ist kein Mailserver eingerichtet: Senden Sie diesen Link der Person. Er gilt einmal.',
  ],
  firstName: ['First name', 'Vorname'],
  lastName: ['Last name', 'Nachname'],
  jobTitle: ['Title', 'Funktion'],
  phone: ['Phone', 'Telefon'],
  person: ['Person', 'Person'],
  own: ['This is your own account.', 'Das ist Ihr eigenes Konto.'],
  giveRole: ['Assign a role', 'Rolle zuweisen'],
  noRole: [
    'No role is assigned directly. Roles of the groups also apply.',
    'Keine Rolle ist direkt zugewiesen. Rollen der Gruppen gelten auch.',
  ],
  addGroup: ['Add to a group', 'In eine Gruppe aufnehmen'],
  noGroup: ['In no group.', 'In keiner Gruppe.'],
  signIn: ['Sign-in', 'Anmeldung'],
  signInHint: [
    'A link for a new password works once; until it is used, the present password stays valid.',
    'Ein Link für ein neues Passwort gilt einmal; bis dahin bleibt das bisherige gültig.',
  ],
  reset: ['Send a link for a password', 'Link für ein Passwort senden'],
  again: ['Invite again', 'Erneut einladen'],
  sent: ['The mail is on its way.', 'Die Mail ist unterwegs.'],
  secondFactor: ['Remove the second factor', 'Zweiten Faktor entfernen'],
  secondFactorHint: [
    'For a person who has lost it. After that, the password alone is enough to sign in.',
    'Für eine Person, die ihn verloren hat. Danach genügt das Passwort zur Anmeldung.',
  ],
  secondFactorGone: ['The second factor is removed.', 'Der zweite Faktor ist entfernt.'],
  deactivateHint: [
    'The person can no longer sign in, and their tokens are revoked. Their runs and triggers stay.',
    'Die Person kann sich nicht mehr anmelden, und ihre Tokens gelten nicht mehr. Läufe und Auslöser bleiben.',
  ],
  activated: ['The account is enabled.', 'Das Konto ist eingeschaltet.'],
  deactivated: ['The account is disabled.', 'Das Konto ist abgeschaltet.'],
  deleteHint: [
    'The tokens, roles, groups and rights of the account are deleted. Its tasks stay; their triggers need another account.',
    'Tokens, Rollen, Gruppen und Rechte werden mit gelöscht. Tasks bleiben; ihre Auslöser brauchen ein anderes Konto.',
  ],
  explain: ['What may this person do?', 'Was darf diese Person?'],
  permissions: ['Permissions, by all roles', 'Berechtigungen aus allen Rollen'],
  noPermissions: ['None. Rights on workspaces do not need one.', 'Keine. Rechte auf Workspaces brauchen keine.'],
});

/** Messages of the dialog that adds people. */
export const inviteMessages = defineMessages({
  title: ['Add a colleague', 'Kollegin oder Kollegen hinzufügen'],
  titleDone: ['Added', 'Hinzugefügt'],
  addresses: ['Email addresses', 'E-Mail-Adressen'],
  addressesHint: [
    'One on each line. Each person gets an account, and a link to set a password.',
    'Eine je Zeile. Jede Person bekommt ein Konto und einen Link, mit dem sie ein Passwort setzt.',
  ],
  role: ['Role, for the whole tenant', 'Rolle, im ganzen Mandanten'],
  roleHidden: [
    'Whoever manages roles can assign one later; rights on workspaces work without one.',
    'Wer Rollen verwaltet, kann später eine zuweisen; Rechte auf Workspaces gelten auch ohne.',
  ],
  noRole: ['No role', 'Keine Rolle'],
  rights: ['Rights on workspaces of {environment}', 'Rechte auf Workspaces von {environment}'],
  rightsOn: ['Rights on {workspace}', 'Rechte auf {workspace}'],
  addWorkspace: ['Add a workspace', 'Workspace hinzufügen'],
  workspaceHint: ['Type a part of its name', 'Teil des Namens eingeben'],
  noneManaged: [
    'You manage no workspace here, so you can give no rights.',
    'Sie verwalten hier keinen Workspace und können keine Rechte geben.',
  ],
  preview: ['What this person will see', 'Was diese Person sehen wird'],
  seesNothing: [
    'Nothing yet: without a role and without a right on a workspace, every page is empty.',
    'Noch nichts: Ohne Rolle und ohne Recht auf einen Workspace ist jede Seite leer.',
  ],
  seesWorkspace: [
    '{workspace}: its tasks, plans, runs, artifacts, connections',
    '{workspace}: Tasks, Pläne, Läufe, Artefakte, Verbindungen',
  ],
  may: ['{workspace}: may {what}', '{workspace}: darf {what}'],
  mayEXECUTE: ['start tasks and plans', 'Tasks und Pläne starten'],
  mayAUTHOR: ['create and change tasks, plans and connections', 'Tasks, Pläne und Verbindungen anlegen und ändern'],
  mayPUBLISH: ['publish artifacts', 'Artefakte veröffentlichen'],
  mayMANAGE: ['give rights to others', 'anderen Rechte geben'],
  pages: ['Pages of the menu: {pages}', 'Seiten im Menü: {pages}'],
  noContent: [
    'Without a right on a workspace, the person sees no task and no run, whatever its role.',
    'Ohne Recht auf einen Workspace sieht die Person keinen Task und keinen Lauf, welche Rolle sie auch hat.',
  ],
  rightNeedsRole: [
    '“{right}” alone is not enough: it also needs a role with the permission “{permission}”, such as {role}.',
    '„{right}“ allein genügt nicht: Es braucht auch eine Rolle mit der Berechtigung „{permission}“, etwa {role}.',
  ],
  secondPerson: [
    'You are the only person with an account. With a second one, connections, crawls and webhooks no longer reach this machine (localhost and its own addresses), because another person could then read what runs on it.',
    'Sie sind die einzige Person mit einem Konto. Mit einer zweiten erreichen Verbindungen, Crawls und Webhooks diese Maschine nicht mehr (localhost und ihre eigenen Adressen), weil sonst eine andere Person lesen könnte, was darauf läuft.',
  ],
  secondPersonSetting: [
    'An operator can keep them open by MILLRACE_OUTBOUND_ALLOW=private,loopback.',
    'Der Betrieb kann sie mit MILLRACE_OUTBOUND_ALLOW=private,loopback offen halten.',
  ],
  secondPersonConfirmed: ['I know that these connections will stop working', 'Mir ist bekannt, dass diese Verbindungen nicht mehr gehen'],
  confirmFirst: ['Confirm this first.', 'Bestätigen Sie das zuerst.'],
  action: [
    { one: 'Add {count} person', other: 'Add {count} people' },
    { one: '{count} Person hinzufügen', other: '{count} Personen hinzufügen' },
  ],
  resultOk: ['Invited', 'Eingeladen'],
  resultExists: ['Was invited before', 'War schon eingeladen'],
  resultError: ['Refused:', 'Abgelehnt:'],
  mailSent: ['by mail', 'per Mail'],
  gotNot: ['Role and rights: {reason}', 'Rolle und Rechte: {reason}'],
});
