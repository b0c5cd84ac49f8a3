/** Sharing: the levels that users and groups have on entities of the catalogue. */
import type { Feature } from '../../../core/http/feature.ts';
import { catalogErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

export { removeSharings, shareNewEntities, shareNewEntity, type GivenLevel, selectRemainingSharings } from './rows.ts';
export { entitlementsOf, levelOf, LEVELS, OWNER_LEVEL, usableEntitlements } from './entity-types.ts';
export { heldEntities, heldLevel } from './levels.ts';
export { lockEligibles } from './eligible-rows.ts';

/** The endpoints of sharing. */
export const sharing: Feature = {
  surface: catalogErrors,
  endpoints: Object.values(operations),
};
