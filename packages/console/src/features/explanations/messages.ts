/** Messages of the page that explains access. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page that explains access. */
export const accessMessages = defineMessages({
  hint: [
    'The checks that the server makes before the operation itself. Nothing is called, and nothing changes.',
    'Die Prüfungen, die der Server vor der Operation selbst macht. Nichts wird aufgerufen, und nichts ändert sich.',
  ],
  yourself: ['You', 'Sie'],
  otherAccount: ['Another user', 'Eine andere Person'],
  operation: ['Operation', 'Operation'],
  operationHint: ['Type a word of its path or description', 'Ein Wort ihres Pfads oder ihrer Beschreibung eingeben'],
  object: ['Id of the object', 'Id des Objekts'],
  objectHint: ['For operations on one object, such as a task', 'Für Operationen auf ein Objekt, etwa einen Task'],
  callerAddress: ['Address of the caller', 'Adresse des Aufrufers'],
  addressHint: ['For the allowlist; empty: not checked', 'Für die Adressliste; leer: nicht geprüft'],
  allowed: ['{name} may do this', '{name} darf das'],
  refused: ['{name} may not do this', '{name} darf das nicht'],
  ACCOUNT: ['Account', 'Konto'],
  ADDRESS: ['Address', 'Adresse'],
  PERMISSION: ['Permission', 'Berechtigung'],
  RIGHT: ['Right', 'Recht'],
  PASSED: ['Passed', 'Bestanden'],
  FAILED: ['Failed', 'Gescheitert'],
  NOT_CHECKED: ['Not checked', 'Nicht geprüft'],
  through: ['through {name}', 'durch {name}'],
  throughGroup: ['through {name}, by the group {group}', 'durch {name}, über die Gruppe {group}'],
  scopes: ['An OAuth client also needs one of these scopes: {scopes}', 'Ein OAuth-Client braucht auch einen dieser Scopes: {scopes}'],
  start: ['Choose an operation', 'Eine Operation wählen'],
  startHint: [
    'For example "POST /processing/executions", the start of a run. The answer names each check and the roles or rights that decide it.',
    'Zum Beispiel „POST /processing/executions“, den Start eines Laufs. Die Antwort nennt jede Prüfung und die Rollen oder Rechte, die sie entscheiden.',
  ],
  noMatch: ['No operation matches.', 'Keine Operation passt.'],
});
