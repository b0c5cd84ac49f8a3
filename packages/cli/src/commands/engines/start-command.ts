import type { KeyFile } from './key-file.ts';

/** The commands that pair an engine and start it on its host; the key stays in its file. */
export function startCommand(url: string, { folder, path }: Pick<KeyFile, 'folder' | 'path'>): string {
  const pair = ['millrace-engine', 'pair', '--url', url, '--key-file', path, '--folder', folder];
  const run = ['millrace-engine', 'run', '--folder', folder];
  return `${pair.map(quoted).join(' ')} && ${run.map(quoted).join(' ')}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
