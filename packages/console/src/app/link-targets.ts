/** Where the links to runs, tasks and plans lead, and the form of the ids in them. */
import type { LinkProps } from '@tanstack/react-router';

/** A link target: an address of the router with its parameters. */
export type LinkTarget = Pick<LinkProps, 'to' | 'params'>;

/** The page of a run of a task or a plan. */
export const runTarget = (kind: 'TASK' | 'PLAN', id: string): LinkTarget =>
  kind === 'TASK'
    ? { to: '/runs/$executionId', params: { executionId: id } }
    : { to: '/plans/runs/$planExecutionId', params: { planExecutionId: id } };

/** The page of a task or a plan. */
export const executableTarget = (kind: 'TASK' | 'PLAN', id: string): LinkTarget =>
  kind === 'TASK' ? { to: '/tasks/$taskId', params: { taskId: id } } : { to: '/plans/$planId', params: { planId: id } };

/** Whether a text is the id of an object, which is a UUID. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
