/** Returns the environment variables of this process that programs of tests inherit: the path, and the shared cache of compiled code. */
export const programEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
