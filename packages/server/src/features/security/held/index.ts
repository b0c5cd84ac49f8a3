/** What callers hold: the guards of what they may see, the check of rights on workspaces in SQL, and the rule that nobody gives what they do not hold. */
export { holdsInEnvironment, inTenant, inWorkspace, workspacesSeenIn } from './guards.ts';
export { requireAccessHeld, accountHolds, holdsRight, mayGiveRights, viewedBy, visibleScope, type ListScope } from './rights.ts';
export { lacksRight, requireHeld, requireRightOf } from './rules.ts';
