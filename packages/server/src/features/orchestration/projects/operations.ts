import { newId } from '../../../core/base/id.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { findOwner, findUser, holdGroup } from '../../accounts/people/index.ts';
import {
  toProjectJson,
  findProject,
  insertProject,
  insertProjectGroup,
  insertProjectUser,
  lockProject,
  removeProject,
  removeProjectGroupRow,
  removeProjectUserRow,
  selectProjectGroups,
  selectProjects,
  selectProjectUsers,
  updateProject,
} from './rows.ts';
import { requireProjectGroup, requireProjectUser, requireRepositoryUrl } from './rules.ts';

/** Lists the projects of the tenant. */
export const listProjects = endpoint('GET /orchestration/projects', {
  allow: 'SVC_PROJECT_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    return { status: 200, body: toPage(await selectProjects(tx, actor, query), query, toProjectJson) };
  },
});

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
    await insertProject(tx, actor, { id, url, owner: owner.id }, body);
    return { status: 201, body: toProjectJson(await findProject(tx, actor, id)) };
  },
});

/** Reads a project. */
export const getProject = endpoint('GET /orchestration/projects/{projectId}', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toProjectJson(await findProject(tx, actor, path.projectId)) };
  },
});

/** Changes the owner, the address or the description of a project. */
export const changeProject = endpoint('PUT /orchestration/projects/{projectId}', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const project = await lockProject(tx, actor, path.projectId);
    const owner = body.owner === undefined ? null : (await findOwner(tx, actor, body.owner)).id;
    const url = body.url === undefined ? null : requireRepositoryUrl(body.url);

    await updateProject(tx, project.id, { owner, url, description: body.description });
    return { status: 200, body: toProjectJson(await findProject(tx, actor, project.id)) };
  },
});

/** Deletes a project. */
export const deleteProject = endpoint('DELETE /orchestration/projects/{projectId}', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const project = await lockProject(tx, actor, path.projectId);

    await removeProject(tx, project.id);
    return { status: 204 };
  },
});

/** Lists the users who may work on a project. */
export const listProjectUsers = endpoint('GET /orchestration/projects/{projectId}/users', {
  allow: 'SVC_PROJECT_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const project = await findProject(tx, actor, path.projectId);
    const users = await selectProjectUsers(tx, project.id);
    return { status: 200, body: { projectId: project.id, userIds: users.map(({ id }) => id) } };
  },
});

/** Allows a user to work on a project. */
export const addProjectUser = endpoint('PUT /orchestration/projects/{projectId}/users/{userId}', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const project = await lockProject(tx, actor, path.projectId);
    const user = await findUser(tx, actor, path.userId);

    await insertProjectUser(tx, project.id, user.id);
    return { status: 204 };
  },
});

/** Removes a user from a project. */
export const removeProjectUser = endpoint('DELETE /orchestration/projects/{projectId}/users/{userId}', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const project = await lockProject(tx, actor, path.projectId);
    const user = await findUser(tx, actor, path.userId);

    requireProjectUser(await removeProjectUserRow(tx, project.id, user.id));
    return { status: 204 };
  },
});

/** Lists the groups whose members may work on a project. */
export const listProjectGroups = endpoint('GET /orchestration/projects/{projectId}/groups', {
  allow: 'SVC_PROJECT_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const project = await findProject(tx, actor, path.projectId);
    const groups = await selectProjectGroups(tx, project.id);
    return { status: 200, body: { projectId: project.id, groupIds: groups.map(({ id }) => id) } };
  },
});

/** Allows the members of a group to work on a project. */
export const addProjectGroup = endpoint('PUT /orchestration/projects/{projectId}/groups/{groupId}', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const project = await lockProject(tx, actor, path.projectId);
    const group = await holdGroup(tx, actor, path.groupId);

    await insertProjectGroup(tx, project.id, group.id);
    return { status: 204 };
  },
});

/** Removes a group from a project. */
export const removeProjectGroup = endpoint('DELETE /orchestration/projects/{projectId}/groups/{groupId}', {
  allow: 'SVC_PROJECT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const project = await lockProject(tx, actor, path.projectId);
    const group = await holdGroup(tx, actor, path.groupId);

    requireProjectGroup(await removeProjectGroupRow(tx, project.id, group.id));
    return { status: 204 };
  },
});
