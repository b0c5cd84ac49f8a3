/** Messages of the page that explains access. */
import { EXPLANATION_TEXTS } from '@millrace/contract/explanation-texts';
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page that explains access. */
export const accessMessages = defineMessages('access', {
  hint: 'The checks that the server makes before the operation itself. Nothing is called, and nothing changes.',
  yourself: 'You',
  otherAccount: 'Another user',
  operation: 'Operation',
  operationHint: 'Type a word of its path or description',
  object: 'Id of the object',
  objectHint: 'For operations on one object, such as a task',
  callerAddress: 'Address of the caller',
  addressHint: 'For the allowlist; empty: not checked',
  allowed: '{name} may do this',
  refused: '{name} may not do this',
  ACCOUNT: 'Account',
  ADDRESS: 'Address',
  PERMISSION: 'Permission',
  RIGHT: 'Right',
  PASSED: 'Passed',
  FAILED: 'Failed',
  NOT_CHECKED: 'Not checked',
  through: 'through {name}',
  throughGroup: 'through {name}, by the group {group}',
  scopes: 'An OAuth client also needs one of these scopes: {scopes}',
  start: 'Choose an operation',
  startHint:
    'For example "POST /processing/executions", the start of a run. The answer names each check and the roles or rights that decide it.',
  noMatch: 'No operation matches.',
});

/** The sentences about a run: those of the contract. */
export const explanationMessages = defineMessages('explanation', EXPLANATION_TEXTS);
