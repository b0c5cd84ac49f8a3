/** Messages of the page that explains access, and the sentences about a run. */
import { EXPLANATION_TEXTS } from '@millrace/contract/explanation-texts';
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page that explains access. The reasons of the server and the kinds of sources are keys. */
export const accessMessages = defineMessages('access', {
  hint: 'What the server checks before somebody does this. Nothing is done here, and nothing changes.',
  yourself: 'You',
  chooseYourself: 'Choose yourself',
  otherAccount: 'Another user',
  operation: 'What',
  operationHint: 'Type a word, such as “task”',
  object: 'Id of the object',
  objectHint: 'Such as that of the task or the run',
  callerAddress: 'Address of the caller',
  addressHint: 'For the allowlist; empty: not checked',
  allowed: '{name} may do this',
  refused: '{name} may not do this',
  PASSED: 'Passed',
  FAILED: 'Failed',
  NOT_CHECKED: 'Not checked',
  quoted: '“{name}”',
  ACTIVE: 'The account is active.',
  DISABLED: 'The account is disabled, so that it cannot sign in.',
  NO_ALLOWLIST: 'Every address is allowed.',
  ADDRESS_NEEDED: 'Only some addresses are allowed. Type the address of the caller to check it.',
  LOCAL_ADDRESS: 'Calls on the machine of the server are always allowed.',
  LISTED: 'The allowlist contains the address.',
  NOT_LISTED: 'The allowlist does not contain the address.',
  PUBLIC: 'Everybody may do this, also without an account.',
  NO_PERMISSION: 'No permission of a role is needed.',
  ENGINES_ONLY: 'Only paired engines do this.',
  PERMISSION_HELD: 'The permission {permissions} is needed, and the account has it.',
  PERMISSION_LACKS: 'The permission {permissions} is needed, and no role of the account has it.',
  OBJECT_NEEDED: 'The right “{right}” {where} is needed. Type the id of the object to check it.',
  OBJECT_UNKNOWN: 'The account sees no object with this id.',
  RIGHT_REPLACED: 'The right “{right}” {where} is needed, and a permission of the account replaces it.',
  RIGHT_HELD: 'The right “{right}” {where} is needed, and the account has it.',
  RIGHT_LACKS: 'The right “{right}” {where} is needed, and the account lacks it. The owner of the workspace can give it.',
  OBJECT_HIDDEN: 'The right “{right}” {where} is needed. The account lacks it, and does not see the object.',
  ASSIGNMENT_NEEDED: 'The account must be among those that may run the promotion. Type the id of the promotion to check it.',
  ASSIGNMENT_REPLACED: 'The account need not be among those that may run the promotion, because it has a permission.',
  ASSIGNMENT_HELD: 'The account is among those that may run the promotion.',
  ASSIGNMENT_LACKS: 'The account is not among those that may run the promotion.',
  ROLE: 'by the role “{name}”',
  SERVICE_ACCOUNT: 'by the permissions of the service account “{name}”',
  PERMISSION: 'by the permission “{name}”',
  OWNERSHIP: 'as the owner of the workspace “{name}”',
  RIGHT: 'by a right on the workspace “{name}”',
  ASSIGNMENT: 'by the promotion “{name}”',
  ADDRESS_ENTRY: 'by the entry “{name}”',
  ofGroup: '{source}, of the group “{group}”',
  scopes: 'An OAuth client also needs one of these scopes:',
  start: 'Choose what somebody wants to do',
  aboutOthers: 'You may ask only about yourself',
  startHint:
    'For example “Start a task”. The answer says which permission or right is needed, whether the account has it, and through what.',
  noMatch: 'Nothing fits. Type another word, or a part of the path of an operation.',
});

/** Where a right is needed, by the kind of the object. */
export const objectMessages = defineMessages('accessObject', {
  'on workspace': 'on the workspace',
  'on environment': 'on a workspace of the environment',
  'on artifact': 'on the workspace of the artifact',
  'on connection': 'on the workspace of the connection',
  'on resource': 'on the workspace of the resource',
  'on task': 'on the workspace of the task',
  'on plan': 'on the workspace of the plan',
  'on schedule': 'on a workspace of the schedule',
  'on task execution': 'on the workspace of the run',
  'on plan execution': 'on the workspace of the run',
  'on engine': 'on a workspace of the engine',
  'on engine cluster': 'on a workspace of the cluster',
  'on run profile': 'on a workspace of the run profile',
});

/** The sentences about a run: those of the contract. */
export const explanationMessages = defineMessages('explanation', EXPLANATION_TEXTS);
