/** The rules of projects. */
import { invalid, Problem } from '../../../core/base/problem.ts';

/** Converts the name of a project to capital letters, digits and underscores. */
export const technicalLabelOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');

/** A host that no program takes for an option: it begins with a letter, a digit or an underscore. */
const HOST = String.raw`(?:[a-z0-9_][a-z0-9_.-]*|\[[0-9a-f:.]+\])`;
const ADDRESS = new RegExp(String.raw`^(?:https?|ssh|git)://(?:(?!-|%2d)[^\s/@?#\\]+@)?${HOST}(?::\d{1,5})?(?:/(?!-|%2d)[^\s\\]*)?$`, 'i');
const SHORT_ADDRESS = new RegExp(String.raw`^[a-z0-9_][a-z0-9_.-]*@${HOST}:[a-z0-9_~/.][^\s\\]*$`, 'i');
/** Control characters, also percent-encoded: git passes them on decoded. */
const CONTROL = /\p{Cc}|%(?:[01][0-9a-f]|7f)/iu;

/**
 * Refuses addresses that are not those of a repository, for example `javascript:` and `ext::`, and parts that programs take for options, such as
 * `-oProxyCommand`. The message does not repeat the address, because it may contain a secret.
 * @rule projects.create.url
 */
export function requireRepositoryUrl(url: string): string {
  const trimmed = url.trim();
  if ((ADDRESS.test(trimmed) || SHORT_ADDRESS.test(trimmed)) && !CONTROL.test(trimmed)) return trimmed;
  throw invalid(
    'project_url_refused',
    'body.url is not the address of a repository: use https://, http://, ssh://, git:// or git@host:path. No part of it begins with a hyphen.',
  );
}

/**
 * Refuses to remove a user that the project does not have.
 * @rule projects.users.missing
 */
export function requireProjectUser(removed: readonly unknown[]): void {
  if (removed.length === 0) throw new Problem(404, 'not_found', 'The project does not have this user.');
}

/**
 * Refuses to remove a group that the project does not have.
 * @rule projects.groups.missing
 */
export function requireProjectGroup(removed: readonly unknown[]): void {
  if (removed.length === 0) throw new Problem(404, 'not_found', 'The project does not have this group.');
}
