/** Operations of the API that explanations name, each with the command that does the same. */
const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/GET \/monitoring\/executions\/([0-9a-f-]+)\/logs/g, 'millrace execution logs $1'],
  [/POST \/processing\/runtimes\/remote-engines(?: \(or millrace engine pair\))?/g, 'millrace engine pair'],
];

/** Replaces operations of the API in a text by the commands that do the same, if there are any. */
export const asCommands = (text: string): string =>
  COMMANDS.reduce((result, [operation, command]) => result.replaceAll(operation, command), text);
