import type { Schema } from '@millrace/contract';
import type { ProjectRow } from './rows.ts';

/** Converts a row to Project. */
export const toProjectJson = (row: ProjectRow): Schema<'Project'> => ({
  id: row.id,
  name: row.name,
  technicalLabel: row.technical_label,
  ...(row.description !== null && { description: row.description }),
  url: row.url,
  author: row.author,
  owner: row.owner,
  projectType: 'DI',
  repoType: 'GIT',
  createDate: row.created_at.toISOString(),
  updateDate: row.updated_at.toISOString(),
});
