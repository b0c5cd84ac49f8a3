/** The identity of the objects that the files of an estate describe or name. */

/** The kinds of objects that have files. */
export type EstateNoun =
  | 'environment'
  | 'workspace'
  | 'rights'
  | 'artifact version'
  | 'connection'
  | 'resource'
  | 'task'
  | 'plan'
  | 'schedule'
  | 'alert'
  | 'webhook';

/** Kinds of objects that files name, but that are not written as files of their own. */
export type NamedNoun = 'artifact' | 'engine' | 'cluster' | 'run profile' | 'user' | 'service account';

/** The identity of an object: the names of its parents, then its own. */
export type EstateAddress = { noun: EstateNoun | NamedNoun; names: readonly string[] };

/** The text that identifies an address in tables. */
export const addressKey = ({ noun, names }: EstateAddress): string => JSON.stringify([noun, ...names]);

/** The address as messages show it. */
export const addressLabel = ({ noun, names }: EstateAddress): string => `${noun} ${names.join('/')}`;
