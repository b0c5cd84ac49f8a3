/**
 * Returns the environment of programs of tests: the path and the shared cache of compiled code, and that servers stop without waiting for the connections
 * that a test keeps.
 */
export const programEnvironment = (): Record<string, string> => ({
  ...Object.fromEntries(
    ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  ),
  MILLRACE_DRAIN_SECONDS: '0',
});
