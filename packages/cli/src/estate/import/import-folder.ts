import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../../failure.ts';
import { type EstateFile, loadEstate } from '../load-estate.ts';
import { addressLabel } from '../model/address.ts';
import { hasFields, placeholdersIn } from '../model/places.ts';
import type { SiteContent } from '../read-site.ts';
import { writeEstate, type WriteFile } from '../write-estate.ts';
import { type ImportReport, type ReportLine, reportText } from './import-report.ts';

const NAME = 'report.json';

/** A folder that contains the files of one account, with the digest of each file as the import wrote it. */
class ImportFolder {
  readonly path: string;
  readonly #source: string;
  readonly #digests: Map<string, string>;
  written = 0;

  constructor(path: string, source: string, digests: Record<string, string>) {
    this.path = path;
    this.#source = source;
    this.#digests = new Map(Object.entries(digests));
  }

  /** Returns a function that writes a file, unless it already has this text or a person has changed it; it stops on Ctrl-C. */
  writer(report: ImportReport, signal: AbortSignal): WriteFile {
    return async (path, text) => {
      if (signal.aborted) throw new Failure('interrupted', 'Interrupted.');
      const relativePath = path.slice(join(this.path, '/').length).replaceAll('\\', '/');
      const present = await readFile(path, 'utf8').catch((error: { code?: string }) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (present !== undefined && present !== text && this.#digests.get(relativePath) !== digestOf(present)) {
        report.add(
          'files',
          relativePath,
          'The file was changed after the import, or was not written by it.',
          'It stays. To get the text of the account, remove the file and import again.',
        );
        return false;
      }
      this.#digests.set(relativePath, digestOf(text));
      if (present === text) return false;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      this.written += 1;
      return true;
    };
  }

  /** Writes `report.json`, by which a later import recognises the files that an import has written. */
  async save(content: { complete: boolean; objects: Record<string, number>; lines: readonly ReportLine[] }): Promise<void> {
    const path = join(this.path, NAME);
    const files = Object.fromEntries([...this.#digests].toSorted(([first], [second]) => (first < second ? -1 : 1)));
    await mkdir(this.path, { recursive: true });
    await writeFile(`${path}.new`, `${JSON.stringify({ source: this.#source, ...content, files }, null, 2)}\n`);
    await rename(`${path}.new`, path);
  }
}

/** Opens a folder for an import: a new or empty one, or one that an import of the same account has written. Throws a `Failure` for any other. */
export async function openImportFolder(path: string, source: string): Promise<ImportFolder> {
  const entries = await readdir(path).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return [];
    throw new Failure('usage', `${path} cannot be used: ${error.code ?? String(error)}.`);
  });
  if (entries.length === 0) return new ImportFolder(path, source, {});
  const former = await readReport(join(path, NAME));
  if (!former) throw new Failure('usage', `${path} holds files that no import has written. Choose a new folder.`);
  if (former.source !== source)
    throw new Failure('usage', `${path} holds the import of ${former.source}. Choose another folder for ${source}.`);
  return new ImportFolder(path, source, former.files);
}

async function readReport(path: string): Promise<{ source: string; files: Record<string, string> } | undefined> {
  try {
    const report: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!hasFields(report) || typeof report['source'] !== 'string' || !hasFields(report['files'])) return undefined;
    return { source: report['source'], files: report['files'] as Record<string, string> };
  } catch {
    return undefined;
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The result of an import. */
type ImportResult = { objects: Record<string, number>; written: number; lines: ReportLine[] };

/** Writes the files, then `report.md` and `report.json`. After Ctrl-C, a repeat continues. */
export async function writeImport(
  folder: ImportFolder,
  source: string,
  content: SiteContent,
  report: ImportReport,
  signal: AbortSignal,
): Promise<ImportResult> {
  const objects: Record<string, number> = {};
  for (const { address } of content.objects) objects[address.noun] = (objects[address.noun] ?? 0) + 1;
  const save = (complete: boolean): Promise<void> => folder.save({ complete, objects, lines: report.lines() });
  // By this file, a later import recognises the folder.
  await save(false);
  let complete = false;
  try {
    const { stale } = await writeEstate(folder.path, content, {
      prune: false,
      environments: undefined,
      write: folder.writer(report, signal),
    });
    for (const path of stale)
      report.add(
        'files',
        path,
        'The account has no object for this file, or the token may not read it.',
        'Remove the file, if the object is gone.',
      );
    for (const file of await loadEstate(folder.path)) reportMissing(report, file);
    await writeFile(join(folder.path, 'report.md'), reportText(source, objects, report.lines()));
    complete = true;
  } finally {
    await save(complete);
  }
  return { objects, written: folder.written, lines: report.lines() };
}

/** Reports the secrets and the content that a file lacks, because no API returns them. */
function reportMissing(report: ImportReport, file: EstateFile): void {
  const label = addressLabel(file.address);
  for (const { placeholder } of placeholdersIn(file.fields))
    report.add(
      'secrets',
      `${placeholder.variable} (${label})`,
      'The file has a placeholder with the name of this variable: secrets are not taken.',
      'Set the variable when you apply, or write it into the file of `--secrets-file`.',
    );
  const { contentExtension: extension } = file.kind;
  if (extension === undefined || file.content !== undefined) return;
  const path = file.path.replace(/\.yaml$/, extension);
  if (file.kind.noun === 'resource')
    report.add('content', path, 'The API does not return the content of resources.', 'Put the content at this path before you apply.');
  else
    report.add(
      'content',
      path,
      'The API does not return bundles.',
      'Put the bundle (the zip that was published) at this path before you apply.',
    );
}
