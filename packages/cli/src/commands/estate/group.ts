import { localCommand } from '../../command-builders.ts';
import type { OptionTable } from '../../option-table.ts';

// The libraries and the document of the contract that estates need are loaded by these commands only.
const estate = () => import('../../estate/run-estate.ts');

const exportCommand = localCommand('export', {
  summary: 'Write what the server has as files',
  description:
    'Write environments, workspaces, rights, artifacts, connections, resources, tasks, plans, schedules, your alert rules and webhooks as YAML files\n\n' +
    'Secrets are not written, and neither are bundles and the content of resources.',
  arguments: { '<folder>': 'where to write; files that are there are brought up to date' },
  options: {
    '--environment <names...>': 'only these environments',
    '--prune': 'remove files of objects that the server does not have',
  },
  examples: ['millrace export estate', 'millrace export estate --environment production --prune'],
  run: async (context, folder: string) => (await estate()).exportEstate(context, folder, context.options),
});

const COMPARISON_OPTIONS = {
  '--prune': 'also delete the objects that belong to this estate and have no file any more',
  '--secrets-file <file>': 'YAML or JSON with secrets by the names of their variables; the environment has the others',
  '--send-secrets': 'send all secrets again: the server does not show whether they have changed',
} as const satisfies OptionTable;

const diffCommand = localCommand('diff', {
  summary: 'Show how files differ from the server',
  description:
    'Show how the files of a folder differ from the server, as `millrace apply` would change it\n\nEnds with 20 if something differs.',
  arguments: { '<folder>': 'folder with the files' },
  options: COMPARISON_OPTIONS,
  examples: ['millrace diff estate', 'millrace diff estate --prune --json'],
  run: async (context, folder: string) => (await estate()).diffEstate(context, folder, context.options),
});

const applyCommand = localCommand('apply', {
  summary: 'Make the server match files',
  description:
    'Make the server match the files of a folder: show the changes, ask, and make them\n\n' +
    'If the command is interrupted, repeat it: it continues. Objects without a file stay, unless --prune is given.',
  arguments: { '<folder>': 'folder with the files' },
  options: { '--yes': 'do not ask', '--dry-run': 'only show what would change', ...COMPARISON_OPTIONS },
  examples: ['millrace apply estate', 'millrace apply estate --yes --secrets-file secrets.yaml', 'millrace apply estate --prune --dry-run'],
  run: async (context, folder: string) => (await estate()).applyEstate(context, folder, context.options),
});

const importCommand = localCommand('import', {
  summary: 'Write an account of another service as files',
  description:
    'Write what an account of the published API (the cloud service, or another Millrace) has as files for `millrace apply`\n\n' +
    'Only reads the account, with the token of --token-file. report.md in the folder says what could not be taken, and what to do.\n' +
    'Repeat it as often as you like: files that you have changed stay. Users and engines are looked up on your own server (--url, --profile).',
  arguments: { '<folder>': 'where to write: a new folder, or one that an import of the same account has written' },
  options: {
    '--from <address>': { text: 'address of the API of the account', required: true },
    '--environment <names...>': 'only these environments, and no webhooks',
    '--no-check': 'do not look up users and engines on your own server',
  },
  examples: [
    'millrace import moved --from https://api.example.com --token-file token.txt',
    'millrace import moved --from https://api.example.com --token-file token.txt --environment production --no-check',
  ],
  run: async (context, folder: string) =>
    (await import('../../estate/import/import-account.ts')).importAccount(context, folder, context.options),
});

/** `millrace export`, `diff`, `apply` and `import`. */
export const estateCommands = [exportCommand, diffCommand, applyCommand, importCommand];
