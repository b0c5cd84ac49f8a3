/** The JSON of projects. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';

/** The row of a project, with the login of its owner. */
export type ProjectRow = {
  id: string;
  name: string;
  technical_label: string;
  description: string | null;
  url: string;
  author: string;
  owner: string;
  created_at: Date;
  updated_at: Date;
};

/** The columns of `ProjectRow`, for statements with the aliases `p` and, for the owner, `o`. */
export const projectColumns: Sql = sql`
  p.id, p.name, p.technical_label, p.description, p.url, p.author, o.login as owner, p.created_at, p.updated_at`;

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
