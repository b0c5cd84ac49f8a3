/** The pages of tasks. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { textIn, type RawSearch } from '../../app/search.ts';

/** The filters of the list of tasks. */
export type TaskListFilters = {
  name?: string | undefined;
  workspace?: string | undefined;
  artifact?: string | undefined;
  tag?: string | undefined;
};

/** The list of tasks. The URL contains its filters. */
export const tasksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks',
  validateSearch: (search: RawSearch): TaskListFilters => ({
    name: textIn(search, 'name'),
    workspace: textIn(search, 'workspace'),
    artifact: textIn(search, 'artifact'),
    tag: textIn(search, 'tag'),
  }),
  component: lazyRouteComponent(() => import('./tasks-page.tsx'), 'TasksPage'),
});

/** The artifact of a new task; without it, the person chooses one. */
export type NewTaskOf = { artifact?: string | undefined; version?: string | undefined };

/** Creates a task. */
export const newTaskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks/new',
  validateSearch: (search: RawSearch): NewTaskOf => ({ artifact: textIn(search, 'artifact'), version: textIn(search, 'version') }),
  component: lazyRouteComponent(() => import('./new-task-page.tsx'), 'NewTaskPage'),
});

/** One task. */
export const taskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks/$taskId',
  component: lazyRouteComponent(() => import('./task-page.tsx'), 'TaskPage'),
});

/** Changes a task. */
export const editTaskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks/$taskId/edit',
  component: lazyRouteComponent(() => import('./edit-task-page.tsx'), 'EditTaskPage'),
});
