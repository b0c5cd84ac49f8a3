/** Returns the whole environment of a program that a test starts: the PATH, and the cache of compiled code that all starts share. */
export const programEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
