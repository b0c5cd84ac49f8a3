/**
 * Changes the user of one thread. In Linux each thread has its own user; the C library always changes all threads, so this module makes the system calls
 * itself. A program that the thread starts meanwhile runs as that user, without a helper program that drops the rights (ADR 28).
 */
import { constants } from 'node:os';
import { getSystemErrorMessage, getSystemErrorName } from 'node:util';

/** Acts as another user; this thread must belong to root. */
export type ThreadUser = {
  /**
   * Calls `work` while this thread has this user id and these groups, the primary one first; by default one with the number of the user.
   * Programs that `work` starts have no capabilities and can gain none.
   * Throws with the code of the system error, such as EPERM. In any case the thread belongs to root again afterwards.
   */
  as: <T>(user: number, work: () => T, groups?: readonly number[]) => T;
  /** Kills all processes of a user by one system call, which no process can escape by starting another one. */
  killAll: (user: number) => void;
};

/** System call numbers. */
const CALLS = {
  x64: { setGroups: 116, setUser: 117, setGroup: 119 },
  arm64: { setGroups: 159, setUser: 147, setGroup: 149 },
} as const;
const NO_NEW_PRIVILEGES = 38;
const SECURE_BITS = 27;
const KEEPS_CAPABILITIES = 0x04;
const ALL_PROCESSES = -1;

/** The error for the number of a system error; its `code` is the name, such as EPERM. */
export function systemError(number: number, action: string): Error {
  const code = getSystemErrorName(-number);
  return Object.assign(new Error(`${action} ${code}: ${getSystemErrorMessage(-number)}`), { code });
}

/** Binds the calls; `lastError` reads the error number of the last one. */
export function openThreadUser(library: import('koffi').LibraryHandle, lastError: () => number): ThreadUser {
  const numbers = CALLS[process.arch as keyof typeof CALLS];
  const syscall = library.func('long syscall(long number, ...)');
  const prctl = library.func('int prctl(int option, ulong value, ulong second, ulong third, ulong fourth)');
  const sendSignal = library.func('int kill(int pid, int signal)');
  let isRestricted = false;

  function check(result: number, action: string): void {
    if (result !== 0) throw systemError(lastError(), `${action}:`);
  }

  const call = (number: number, ...values: number[]): number => syscall(number, ...values.flatMap((value) => ['long', value]));

  /** Ensures that tasks cannot gain rights by set-user-id programs. Applies to this thread and the programs that it starts. */
  function restrict(): void {
    if (isRestricted) return;
    // With this bit a thread that changes its user from root would keep the right to signal every process of the machine.
    if ((prctl(SECURE_BITS, 0, 0, 0, 0) & KEEPS_CAPABILITIES) !== 0)
      throw Object.assign(new Error('The secure bits of this process keep capabilities when it changes its user'), { code: 'ENOTSUP' });
    check(prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0), 'Forbidding new privileges failed');
    check(call(numbers.setGroups, 0, 0), 'Leaving all groups failed');
    isRestricted = true;
  }

  /** Gives this thread these groups beside its primary one. */
  function join(groups: readonly number[]): void {
    const list = Uint32Array.from(groups);
    check(
      syscall(numbers.setGroups, 'long', list.length, 'void *', list.length === 0 ? null : Buffer.from(list.buffer)),
      'Changing the groups failed',
    );
  }

  function enter(user: number, [group = user, ...others]: readonly number[]): void {
    for (const id of [user, group, ...others])
      if (!Number.isSafeInteger(id) || id <= 0)
        throw new RangeError(`${id} is not an id that tasks may have: it must be a whole number above 0`);
    restrict();
    if (others.length > 0) join(others);
    // The saved user id stays root, so that this thread can become root again. A started program does not inherit it.
    check(call(numbers.setGroup, group, group, 0), `Changing to the group ${group} failed`);
    check(call(numbers.setUser, user, user, 0), `Changing to the user ${user} failed`);
  }

  function leave(others: number): void {
    check(call(numbers.setUser, 0, 0, 0), 'Changing back to root failed');
    check(call(numbers.setGroup, 0, 0, 0), 'Changing back to the group of root failed');
    if (others > 0) join([]);
  }

  function as<T>(user: number, work: () => T, groups: readonly number[] = []): T {
    const others = Math.max(0, groups.length - 1);
    try {
      enter(user, groups);
    } catch (error) {
      leave(others);
      throw error;
    }
    try {
      return work();
    } finally {
      leave(others);
    }
  }

  function killAll(user: number): void {
    as(user, () => sendSignal(ALL_PROCESSES, constants.signals.SIGKILL));
  }

  return { as, killAll };
}
