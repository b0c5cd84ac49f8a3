/** Sharing: the levels that users and groups have on entities of the catalogue. */
export { heldLevel } from './access.ts';
export { removeSharings, shareNew } from './entity-queries.ts';
export { entitlementsOf, type EntityType } from './entity-types.ts';
