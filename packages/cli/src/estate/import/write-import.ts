import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { addressLabel } from '../model/address.ts';
import { loadEstate, type EstateFile } from '../load-estate.ts';
import { placeholdersIn } from '../model/placeholders.ts';
import type { SiteContent } from '../read-site.ts';
import { writeEstate } from '../write-estate.ts';
import type { ImportFolder } from './import-folder.ts';
import { reportText, type ImportReport, type ReportLine } from './import-report.ts';

/** The result of an import. */
export type ImportResult = { objects: Record<string, number>; written: number; lines: ReportLine[] };

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

/** Secrets and content, which no API returns. */
function reportMissing(report: ImportReport, file: EstateFile): void {
  const label = addressLabel(file.address);
  for (const { placeholder } of placeholdersIn(file.fields))
    report.add(
      'secrets',
      `${placeholder.variable} (${label})`,
      'The file has a placeholder with the name of this variable: secrets are not taken.',
      'Set the variable when you apply, or write it into the file of `--secrets-file`.',
    );
  if (file.kind.content === undefined || file.content !== undefined) return;
  const path = file.path.replace(/\.yaml$/, file.kind.content);
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
