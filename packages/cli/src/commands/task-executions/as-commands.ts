/** Operations of the API that explanations name, each with the command that does the same. */
const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/GET \/monitoring\/executions\/([0-9a-f-]+)\/logs/g, 'millrace execution logs $1'],
  [/POST \/processing\/runtimes\/remote-engines(?: \(or millrace engine pair\))?/g, 'millrace engine pair'],
];

/** An advice of the API for a reader at a terminal: operations become commands, as far as there are any. */
export const asCommands = (text: string): string =>
  COMMANDS.reduce((told, [operation, command]) => told.replaceAll(operation, command), text);
