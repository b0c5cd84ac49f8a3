/** Where the links to runs, tasks and plans lead, the form of the ids in them, and the pages for addresses of the API. */
import type { LinkProps } from '@tanstack/react-router';
import { PAGES_OF_RECORDS } from './sections.ts';

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

const FORMS = Object.entries(PAGES_OF_RECORDS).map(([from, to]) => ({ form: new RegExp(`^${from.replace('{id}', '([\\w-]+)')}$`), to }));

/** The path of the page for an address of the API that a message contains; undefined if there is none. */
export function pageOfAddress(address: string): string | undefined {
  const { pathname } = new URL(address, window.location.origin);
  for (const { form, to } of FORMS) {
    const id = form.exec(pathname)?.[1];
    if (id !== undefined) return to.replace('{id}', id);
  }
  return undefined;
}
