/**
 * What runs may reach outside of their own folder, because the owner of the engine has listed it: folders that they share, and users of the machine as
 * which they may run. Both are for all workspaces, or for one.
 */
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { delimiter, dirname, relative } from 'node:path';
import { promisify } from 'node:util';
import { DeployFault } from '../program/faults.ts';
import { UsageError } from '../program/usage-error.ts';
import { succeeds } from '../program/waiting.ts';
import type { Account, IsolationKind, RunAccess } from './boundary.ts';
import { isOpenToAll } from './reachable-path.ts';

/** The range of user ids for runs, both ends included. */
export type UserRange = { first: number; last: number };

/** User ids that Linux distributions and container tools do not assign to accounts. */
const UNASSIGNED_RANGE: UserRange = { first: 0x7000_0000, last: 0x7fff_ffff };
/** The last usable id if a container maps only 16 bits: 65534 is `nobody`, and 65535 means "no user". */
const LAST_OF_16_BITS = 65_533;

/** Reads a range such as `70000-70999`; throws a `UsageError` if it is malformed. */
export function userRangeOf(text: string | undefined): UserRange | undefined {
  if (!text) return undefined;
  const [, first, last] = /^(\d{1,10})-(\d{1,10})$/.exec(text) ?? [];
  const range = { first: Number(first), last: Number(last) };
  if (range.first >= 1 && range.last >= range.first && range.last < 2 ** 32 - 1) return range;
  throw new UsageError(
    `MILLRACE_ENGINE_USERS is ${JSON.stringify(text)}: set it to a range of user ids that no account has, such as 70000-70999`,
  );
}

/** The default range. A container may map only some of the machine's user ids. */
export function defaultUserRange(): UserRange {
  const extents = ['uid_map', 'gid_map'].map(extentsOf);
  const holds = (range: UserRange): boolean =>
    extents.every((list) => list.some(({ first, last }) => first <= range.first && range.last <= last));
  if (holds(UNASSIGNED_RANGE)) return UNASSIGNED_RANGE;
  const last = Math.min(LAST_OF_16_BITS, ...extents.map((list) => Math.max(0, ...list.map((one) => one.last))));
  return { first: Math.max(1, Math.ceil(last / 2)), last: Math.max(1, last) };
}

function extentsOf(name: string): UserRange[] {
  const text = readFileSync(`/proc/self/${name}`, 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([first = 0, , count = 0]) => ({ first, last: first + count - 1 }));
}

/**
 * User ids for runs. Each run gets a random one, so that files which an earlier run left elsewhere on the machine, for example in a shared temporary
 * folder, belong to another user.
 */
export class RunUsers {
  readonly #range: UserRange;
  readonly #taken = new Set<number>();

  constructor(range: UserRange) {
    this.#range = range;
  }

  /** Takes a user id that no other run of this engine uses; throws if all are in use. */
  take(): number {
    const { first, last } = this.#range;
    if (this.#taken.size > last - first) throw new Error(`All users from ${first} to ${last} are in use: widen MILLRACE_ENGINE_USERS`);
    for (;;) {
      const user = randomInt(first, last + 1);
      if (this.#taken.has(user)) continue;
      this.#taken.add(user);
      return user;
    }
  }

  /** Returns a user id. No process of its run may be alive. */
  release(user: number): void {
    this.#taken.delete(user);
  }
}

/** A folder or the name of a user, for the runs of one workspace or of all. */
export type Listed = { name: string; workspace?: string };

/** What a run asks for: the user that its run profile names, else the one of its run configuration. */
export type AccessRequest = { workspaceId?: string | undefined; runAs?: string | undefined; configured?: string | undefined };

/** Gives a run its access. Throws a `DeployFault` for a user that is not listed. */
export type AccessOf = (request: AccessRequest) => RunAccess;

type SharedFolder = Listed & { group: number; isOpen: boolean };

const SETTINGS = { folders: 'MILLRACE_ENGINE_SHARED_FOLDERS', users: 'MILLRACE_ENGINE_RUN_AS' } as const;
const ENTRY = /^(?:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})=)?(.+)$/i;

/** Reads MILLRACE_ENGINE_SHARED_FOLDERS, such as `/data/etl:<workspace id>=/data/finance`; throws a `UsageError` if it is malformed. */
export const sharedFoldersOf = (environment: NodeJS.ProcessEnv): Listed[] =>
  listOf(environment[SETTINGS.folders], delimiter, (name) => name.startsWith('/'), `${SETTINGS.folders} lists`, 'an absolute path');

/** Reads MILLRACE_ENGINE_RUN_AS, such as `etl,<workspace id>=finance`; throws a `UsageError` if it is malformed. */
export const runAsUsersOf = (environment: NodeJS.ProcessEnv): Listed[] =>
  listOf(environment[SETTINGS.users], ',', (name) => /^[A-Za-z_][\w.-]*$/.test(name), `${SETTINGS.users} lists`, 'the name of a user');

function listOf(text = '', separator: string, isName: (name: string) => boolean, what: string, form: string): Listed[] {
  const entries = text.split(separator).map((entry) => entry.trim());
  return entries
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, workspace, name = ''] = ENTRY.exec(entry) ?? [];
      if (!isName(name)) throw new UsageError(`${what} ${JSON.stringify(entry)}: write ${form}, or the id of a workspace, "=" and ${form}`);
      return { name, ...(workspace !== undefined && { workspace: workspace.toLowerCase() }) };
    });
}

/** Checks what the owner has listed, once at the start of the engine. Throws a `UsageError` that says how to correct it. */
export async function openAccess(
  {
    sharedFolders = [],
    runAs = [],
    taskFolders = [],
  }: { sharedFolders?: readonly Listed[]; runAs?: readonly Listed[]; taskFolders?: readonly string[] },
  { kind, range }: { kind: IsolationKind; range: UserRange | undefined },
): Promise<AccessOf> {
  if (runAs.length > 0 && kind !== 'user')
    throw new UsageError(
      `${SETTINGS.users} needs an engine that runs as root and isolates tasks by users: this one isolates them by ${kind}`,
    );
  requireSeparate(sharedFolders, taskFolders);
  const folders = await Promise.all(sharedFolders.map((one) => (kind === 'user' ? groupFolder(one, range) : ownFolder(one))));
  const accounts = new Map(await Promise.all(runAs.map(async ({ name }) => [name, await accountOf(name, range)] as const)));
  return (request) => accessOf(request, { folders, runAs, accounts, usesGroups: kind === 'user' });
}

/**
 * The access of a run: folders and users of its workspace, and those of all workspaces.
 * @rule bundles.run.shared-folders
 * @rule bundles.run.as-user
 */
function accessOf(
  { workspaceId, runAs: demanded, configured }: AccessRequest,
  listed: { folders: readonly SharedFolder[]; runAs: readonly Listed[]; accounts: ReadonlyMap<string, Account>; usesGroups: boolean },
): RunAccess {
  const isForRun = ({ workspace }: Listed): boolean => workspace === undefined || workspace === workspaceId?.toLowerCase();
  const folders = listed.folders.filter(isForRun);
  // Run configurations may name a user that other engines know: where no user is listed at all, this is no reason to refuse the run.
  const isIgnored = demanded === undefined && configured !== undefined && listed.runAs.length === 0;
  const runAs = isIgnored ? undefined : (demanded ?? configured);
  const account =
    runAs !== undefined && listed.runAs.some((one) => one.name === runAs && isForRun(one)) ? listed.accounts.get(runAs) : undefined;
  if (runAs !== undefined && !account)
    throw new DeployFault(
      'RUN_AS_REFUSED',
      `The task asks to run as the user ${JSON.stringify(runAs)}, which this engine does not allow for its workspace: the owner of the engine lists users in ${SETTINGS.users}. Correct remoteRunAsUser of the run configuration, or -Dmillrace.runAs of the run profile`,
    );
  return {
    folders: folders.map(({ name }) => name),
    closed: listed.folders.filter((one) => !folders.includes(one)).map(({ name }) => name),
    groups: listed.usesGroups ? [...new Set(folders.map(({ group }) => group))] : [],
    ...(folders.length > 0 && { umask: folders.every(({ isOpen }) => isOpen) ? '0002' : '0007' }),
    ...(account && { account }),
    ...(isIgnored && { note: `remoteRunAsUser has no effect here: this engine lists no users in ${SETTINGS.users}` }),
  };
}

/** A folder within another one would be open to the runs that share the outer one. */
function requireSeparate(shared: readonly Listed[], forAll: readonly string[]): void {
  for (const outer of [...shared, ...forAll.map((name) => ({ name }))])
    for (const inner of shared)
      if (outer !== inner && !relative(outer.name, inner.name).startsWith('..'))
        throw new UsageError(`${SETTINGS.folders} lists ${inner.name} within ${outer.name}: list folders that are not within each other`);
}

/** A folder that runs with users of their own share by its group. */
async function groupFolder(one: Listed, range: UserRange | undefined): Promise<SharedFolder> {
  const { gid, mode, isDirectory } = await factsOf(one.name);
  const advice = `create it by "install -d -m 2770 -g GROUP ${one.name}", with a group that only it has`;
  const fault = !isDirectory
    ? 'is not a folder'
    : gid === 0
      ? 'belongs to the group of root'
      : range && gid >= range.first && gid <= range.last
        ? `belongs to the group ${gid}, which is one of the users of runs`
        : (mode & 0o2070) !== 0o2070
          ? 'gives its group no full access, or has no set-group-id bit'
          : (await isOpenToAll(dirname(one.name)))
            ? undefined
            : 'is in a folder that other users cannot enter';
  if (fault !== undefined) throw new UsageError(`${SETTINGS.folders}: ${one.name} ${fault}: ${advice}`);
  return { ...one, group: gid, isOpen: (mode & 0o005) === 0o005 };
}

/** A folder that runs with the user of the engine share. */
async function ownFolder(one: Listed): Promise<SharedFolder> {
  const { gid, mode, isDirectory } = await factsOf(one.name);
  if (!isDirectory || !(await succeeds(access(one.name, constants.W_OK))))
    throw new UsageError(`${SETTINGS.folders}: ${one.name} is not a folder that the user of the engine can write`);
  return { ...one, group: gid, isOpen: (mode & 0o005) === 0o005 };
}

async function factsOf(folder: string): Promise<{ gid: number; mode: number; isDirectory: boolean }> {
  const facts = await stat(folder).catch(() => undefined);
  return facts ? { gid: facts.gid, mode: facts.mode, isDirectory: facts.isDirectory() } : { gid: 0, mode: 0, isDirectory: false };
}

/** Users may come from a directory service, so `id` is asked. */
async function accountOf(name: string, range: UserRange | undefined): Promise<Account> {
  const ask = async (option: string): Promise<number[]> => {
    const answer = await promisify(execFile)('id', [option, name], { timeout: 10_000 }).catch(() => undefined);
    if (!answer) throw new UsageError(`${SETTINGS.users} lists ${JSON.stringify(name)}: this machine has no such user`);
    return answer.stdout.trim().split(/\s+/).map(Number);
  };
  const [[user = 0], [group = 0], groups] = await Promise.all([ask('-u'), ask('-g'), ask('-G')]);
  if (user === 0 || group === 0)
    throw new UsageError(`${SETTINGS.users} lists ${JSON.stringify(name)}: no task may have the rights of root`);
  if (range && user >= range.first && user <= range.last)
    throw new UsageError(
      `${SETTINGS.users} lists ${JSON.stringify(name)}, whose id ${user} is one of the users of runs: change MILLRACE_ENGINE_USERS`,
    );
  return { name, user, groups: [group, ...groups.filter((one) => one !== group && one !== 0)] };
}

const REFUSED = /(?:^|[\s:'"(])(\/[^\s:'"()]{1,500})['"]?:? ?\(?(?:Permission denied|Operation not permitted|Read-only file system)\)?/i;
const REFUSED_BEFORE = /(?:Permission denied|Operation not permitted|Read-only file system): ['"]?(\/[^\s:'"()]{1,500})/i;
const REFUSED_JAVA = /(?:AccessDeniedException|ReadOnlyFileSystemException): (\/[^\s:]{1,500})/;

/**
 * Says how a run may be allowed to write a file that an error names; undefined for other errors, and for files of the run itself.
 * @rule bundles.run.refusal
 */
export function adviceOnRefusal(
  error: string,
  { kind, folder, account }: { kind: IsolationKind; folder: string; account?: string | undefined },
): string | undefined {
  const path = [REFUSED, REFUSED_BEFORE, REFUSED_JAVA].map((form) => form.exec(error)?.[1]).find((one) => one !== undefined);
  if (path === undefined || kind === 'none' || path.startsWith(`${folder}/`)) return undefined;
  const own = account === undefined ? 'Each run has a user of its own here' : `This run has the user ${account}`;
  const why = kind === 'user' ? own : 'Runs see only some folders of the machine here';
  const user = kind === 'user' ? `, or a user that may open it in ${SETTINGS.users}` : '';
  // Folders for everybody cannot be shared: the kernel protects the files of one user there from the others.
  const how = /^\/(?:var\/)?tmp\/[^/]+$/.test(path)
    ? 'let the task write into another folder, which the owner of the engine lists'
    : 'the owner of the engine can list its folder';
  return `${why}, which may not open ${path}: ${how} in ${SETTINGS.folders}${user}`;
}
