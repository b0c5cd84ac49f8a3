/** What engine and server say about the error of a run. `errorText` finds these words in English; here are the forms to translate. */
import { defineMessages } from '../../text/messages.ts';

/** The sentences, and their parts. */
export const errorMessages = defineMessages('error', {
  returnCode: 'The job ended with return code {code}, of which its system passes on {passed}.',
  jobExit: 'The job ended with exit code {code}.',
  taskExit: 'The task ended with exit code {code}.',
  killed: 'The task was killed by {signal}.',
  killedByMemory: 'The task was killed by {signal} (perhaps the machine ran out of memory).',
  stepNeedsAll: "The step '{step}' failed: of {planned} runs {succeeded} succeeded, and all must.",
  stepNeedsOne: "The step '{step}' failed: of {planned} runs {succeeded} succeeded, and at least one must.",
  firstError: 'First error: ',
  lastError: 'Last error: ',
  causedBy: ', caused by ',
  moreErrors: { one: ' (and {count} more error)', other: ' (and {count} more errors)' },
  built: 'Built for Java {built}, ran with {used}',
  builtLacks: 'Built for Java {built}, ran with {used}: {lack} since {since}',
  builtNeeds: 'Built for Java {built}, ran with {used}: its classes need Java {built}',
  isGone: '{what} is gone',
  nashorn: 'the JavaScript engine Nashorn is gone',
  innerPackages: 'the inner packages of Java are closed',
  securityManager: 'the security manager is gone',
  unknownVersion: 'the version number is unknown to an old commons-lang3',
  shortVersion: 'the version number is too short for an old commons-lang3',
  ownUser: 'Each run has a user of its own here, which may not open {path}: {advice}',
  thisUser: 'This run has the user {account}, which may not open {path}: {advice}',
  someFolders: 'Runs see only some folders of the machine here, which may not open {path}: {advice}',
  nameFolder: 'the owner of the engine can name the folder in {folders}',
  otherFolder: 'let the task write to another folder, which the owner of the engine names in {folders}',
  orUser: ', or a user that may open it in {users}',
});
