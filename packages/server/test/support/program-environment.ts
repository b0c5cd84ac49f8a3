/** What every program that a test starts finds in its environment, and nothing else of it: how to find commands, and compiled code that starts share. */
export const programEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
