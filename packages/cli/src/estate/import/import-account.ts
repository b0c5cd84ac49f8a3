import type { Command } from 'commander';
import { connect } from '../../connect.ts';
import type { GlobalOptions } from '../../context.ts';
import { Failure, isInterruption } from '../../failure.ts';
import type { LocalContext } from '../../group.ts';
import { findSession, isExposed, readTokenFile, toBaseUrl } from '../../session.ts';
import { absolutePath, type Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { withFaults } from '../run-estate.ts';
import { AccountSource, readOnlySend } from './account-source.ts';
import { openImportFolder, writeImport } from './import-folder.ts';
import { ImportNames, ImportReport } from './import-report.ts';
import type { TargetServer } from './import-run.ts';
import { readAccount, readTargetServer } from './read-account.ts';

/** The options of `millrace import`. */
export type ImportOptions = { from: string; environment?: string[]; check: boolean };

/** `millrace import`: writes an account of the published API as files. */
export async function importAccount({ command, output, shell }: LocalContext, folder: string, options: ImportOptions): Promise<void> {
  const { tokenFile } = command.optsWithGlobals<GlobalOptions>();
  const from = toBaseUrl(options.from);
  if (tokenFile === undefined)
    throw new Failure('usage', 'Give the file with the token of the account: --token-file token.txt, or - for stdin.');
  const token = await readTokenFile(tokenFile, shell);
  if (isExposed(from)) output.note(`The token goes to ${from} without encryption. Use https where you can.`);
  const opened = await openImportFolder(absolutePath(folder, shell), from);
  const report = new ImportReport();
  let [reading, calls] = ['', 0];
  const show = (more = ''): void => output.progress(oneLine(`Reading ${reading}: ${calls} answers${more}`));
  const send = readOnlySend(shell.signal, (milliseconds, reason) => show(`; waiting ${Math.ceil(milliseconds / 1000)} s: ${reason}`));
  const source = new AccountSource(connect(from, token, shell.signal, send), report, (count) => {
    calls = count;
    show();
  });
  let isRead = false;
  try {
    const content = await readAccount({
      source,
      report,
      names: new ImportNames(report),
      addresses: new Map(),
      objects: [],
      targetServer: options.check ? await findTargetServer(command, shell) : undefined,
      environments: options.environment && new Set(options.environment),
      users: new Map(),
      serviceAccounts: new Map(),
      scheduled: new Set(),
      progress: (text) => {
        reading = text;
        show();
      },
    });
    isRead = true;
    const result = await withFaults(output, () => writeImport(opened, from, content, report, shell.signal));
    output.progress('');
    if (output.json) return output.printJson({ source: from, folder, ...result });
    const count = Object.values(result.objects).reduce((sum, number) => sum + number, 0);
    output.print(`${count} objects in ${folder}, ${result.written} files written.`);
    return output.print(
      `${result.lines.length} lines in report.md say what could not be taken, and what to do. Read them before \`millrace apply\`.`,
    );
  } catch (error) {
    output.progress('');
    if (isInterruption(error))
      output.note(
        isRead
          ? `Interrupted: ${opened.written} files are written in ${folder}. Repeat the command to write the others.`
          : 'Interrupted while reading the account: nothing was written.',
      );
    else if (!isRead) output.note('Nothing was written.');
    throw error;
  }
}

/** Reads the accounts and engines of the server of the session, if there is one. */
async function findTargetServer(command: Command, shell: Shell): Promise<TargetServer | undefined> {
  const { tokenFile: _, ...options } = command.optsWithGlobals<GlobalOptions>();
  try {
    const { url, token } = await findSession(options, shell);
    return await readTargetServer(connect(url, token, shell.signal), url, shell.signal);
  } catch (error) {
    if (isInterruption(error)) throw error;
    return undefined;
  }
}
