/** What callers hold: the check of rights on workspaces in SQL, and the rule that nobody gives what he does not hold. */
export { requireAccessHeld, accountHolds, holdsRight, mayGiveRights, viewedBy } from './rights.ts';
export { requireHeld } from './rules.ts';
