import { endpoint } from '../../../core/http/endpoint.ts';
import { findProject } from './access.ts';
import { toProjectJson } from './json.ts';

/** Reads a project. */
export const getProject = endpoint('GET /orchestration/projects/{projectId}', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toProjectJson(await findProject(tx, actor, path.projectId)) };
  },
});
