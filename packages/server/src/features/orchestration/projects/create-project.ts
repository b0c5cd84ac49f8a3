import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { findOwner } from '../../accounts/users/index.ts';
import { findProject } from './access.ts';
import { toProjectJson } from './json.ts';
import { insertProject } from './queries.ts';
import { requireRepositoryUrl, technicalLabelOf } from './rules.ts';

/**
 * Creates a project.
 * @rule projects.all.permission
 * @rule projects.create.owner
 */
export const createProject = endpoint('POST /orchestration/projects', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, body }) {
    const owner = await findOwner(tx, actor, body.owner);
    const url = requireRepositoryUrl(body.url);

    const id = newId();
    const name = body.name.trim();
    await insertProject(tx, {
      id,
      actor,
      name,
      technicalLabel: technicalLabelOf(name),
      description: body.description ?? null,
      url,
      owner: owner.id,
    });
    return { status: 201, body: toProjectJson(await findProject(tx, actor, id)) };
  },
});
