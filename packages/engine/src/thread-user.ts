/**
 * The user of one thread. Linux keeps the user for each thread; the C library gives all threads of a process the same one, so this module asks the
 * kernel itself. A program that is started meanwhile begins as that user, without a further program in between that drops the rights (ADR 28).
 */
import { constants } from 'node:os';
import { getSystemErrorMessage, getSystemErrorName } from 'node:util';

/** Does things as another user, where this thread belongs to root. */
export type ThreadUser = {
  /**
   * Calls `work` while this thread has this number as its user and group, and no other group. What `work` starts has no capability and can gain none.
   * Throws with the system's code, such as EPERM; the thread belongs to root again after that too.
   */
  as: <T>(user: number, work: () => T) => T;
  /** Kills all processes of a user in one call of the kernel, which no process can escape by starting another one. */
  killAll: (user: number) => void;
};

/** The kernel's numbers of its calls. */
const CALLS = {
  x64: { setGroups: 116, setUser: 117, setGroup: 119 },
  arm64: { setGroups: 159, setUser: 147, setGroup: 149 },
} as const;
const NO_NEW_PRIVILEGES = 38;
const SECURE_BITS = 27;
const KEEPS_CAPABILITIES = 0x04;
const ALL_PROCESSES = -1;

/** Binds the calls; `lastError` reads the error number of the last one. */
export function openThreadUser(library: import('koffi').LibraryHandle, lastError: () => number): ThreadUser {
  const numbers = CALLS[process.arch as keyof typeof CALLS];
  const syscall = library.func('long syscall(long number, ...)');
  const prctl = library.func('int prctl(int option, ulong value, ulong second, ulong third, ulong fourth)');
  const sendSignal = library.func('int kill(int pid, int signal)');
  let isRestricted = false;

  function check(result: number, action: string): void {
    if (result === 0) return;
    const number = lastError();
    const code = getSystemErrorName(-number);
    throw Object.assign(new Error(`${action}: ${code}: ${getSystemErrorMessage(-number)}`), { code });
  }

  const call = (number: number, ...values: number[]): number => syscall(number, ...values.flatMap((value) => ['long', value]));

  /** For this thread and what it starts: a program that belongs to root with the set-user-id bit gives its rights to no task. */
  function restrict(): void {
    if (isRestricted) return;
    // With this bit a thread that leaves root keeps the right to signal every process of the machine.
    if ((prctl(SECURE_BITS, 0, 0, 0, 0) & KEEPS_CAPABILITIES) !== 0)
      throw Object.assign(new Error('The secure bits of this process keep capabilities when it changes its user'), { code: 'ENOTSUP' });
    check(prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0), 'Forbidding new privileges failed');
    check(call(numbers.setGroups, 0, 0), 'Leaving all groups failed');
    isRestricted = true;
  }

  function enter(user: number): void {
    if (!Number.isSafeInteger(user) || user <= 0) throw new RangeError(`${user} is no user that tasks may run as`);
    restrict();
    // The saved user stays root: by it this thread comes back. A program that is started does not inherit it.
    check(call(numbers.setGroup, user, user, 0), `Taking the group ${user} failed`);
    check(call(numbers.setUser, user, user, 0), `Taking the user ${user} failed`);
  }

  function leave(): void {
    check(call(numbers.setUser, 0, 0, 0), 'Becoming root again failed');
    check(call(numbers.setGroup, 0, 0, 0), 'Taking the group of root again failed');
  }

  function as<T>(user: number, work: () => T): T {
    try {
      enter(user);
    } catch (error) {
      leave();
      throw error;
    }
    try {
      return work();
    } finally {
      leave();
    }
  }

  function killAll(user: number): void {
    as(user, () => sendSignal(ALL_PROCESSES, constants.signals.SIGKILL));
  }

  return { as, killAll };
}
