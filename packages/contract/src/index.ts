/**
 * The contract: the API as data, and the types that follow from it. The client, the event types and other parts have paths of their own: `exports` in
 * package.json.
 */
export { COMMAND_LINE_CLIENT, COMMAND_LINE_SCOPES } from './command-line-client.ts';
export { ALIASES, resolveAlias, UNSERVED_PATHS, type Alias } from './aliases.ts';
export type { Code } from './codes.ts';
export { operations } from './operations.gen.ts';
export {
  BUILT_IN_ROLES,
  PERMISSIONS,
  RIGHTS,
  SERVICE_ACCOUNT_PERMISSIONS,
  isForEngines,
  type Allow,
  type Permission,
  type Right,
} from './permissions.ts';
export type { RateTier } from './rate-tiers.ts';
export { grantsScope, PERMISSION_SCOPES, SCOPES } from './scopes.ts';
export {
  asWritten,
  neutralWord,
  replaceWords,
  VENDOR_WORDS,
  vendorWord,
  wordsSentAsTheirs,
  wordsStoredAsTheirs,
  type WordsSent,
} from './vendor-words.ts';
export type { AnswerOf, BodyOf, PathOf, QueryOf, Route, Schema } from './routes.ts';
