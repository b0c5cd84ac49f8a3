import type { Command } from 'commander';

/** Options of the commands that compare a folder with the server. */
export type ComparisonOptions = { prune?: boolean; secretsFile?: string; sendSecrets?: boolean };

/** Adds the options of `ComparisonOptions`. */
export const addComparisonOptions = (command: Command): Command =>
  command
    .option('--prune', 'also delete the objects that belong to this estate and have no file any more')
    .option('--secrets-file <file>', 'YAML or JSON with secrets by the names of their variables; the environment has the others')
    .option('--send-secrets', 'send all secrets again: the server does not show whether they have changed');
