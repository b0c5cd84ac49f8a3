/** Rights of users and service accounts on workspaces. */
export { holdsRight } from './rights.ts';
