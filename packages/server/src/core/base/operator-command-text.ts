/** The packed program is compiled to JavaScript; the repository runs its TypeScript. */
const isPacked = import.meta.filename.endsWith('.js');

/**
 * How a person types a command of operators: `npm run backup -- <folder>` in the repository, `millrace-server backup <folder>` where the package is
 * installed. `name` is the name of the script, such as `rotate:key`; without it, it is the start of the server.
 */
export function operatorCommandText(name: string | undefined, ...words: string[]): string {
  if (isPacked) return ['millrace-server', ...(name === undefined ? [] : [name.replace(':', '-')]), ...words].join(' ');
  return [name === undefined ? 'npm start' : `npm run ${name}`, ...(words.length === 0 ? [] : ['--', ...words])].join(' ');
}

/** How a person types a command of the command line: `npm run millrace -- task list` in the repository, `millrace task list` where it is installed. */
export const commandLineText = (...words: string[]): string => [isPacked ? 'millrace' : 'npm run millrace --', ...words].join(' ');
