/** Sharing: the levels that users and groups have on entities of the catalogue. */
import type { Feature } from '../../../core/http/feature.ts';
import { catalogErrors } from '../../../core/http/surfaces/catalog.ts';
import { changeSharingSet } from './change-sharing-set.ts';
import { changeSharingSets } from './change-sharing-sets.ts';
import { getEntitlements } from './get-entitlements.ts';
import { getSharing } from './get-sharing.ts';
import { getSharingSet } from './get-sharing-set.ts';
import { listEligibles } from './list-eligibles.ts';
import { listSharingLevels } from './list-sharing-levels.ts';
import { listSharings } from './list-sharings.ts';
import { replaceSharingSet } from './replace-sharing-set.ts';

export { removeSharings, shareAllNew, shareNew, type GivenLevel } from './entity-queries.ts';
export { entitlementsOf, levelOf, LEVELS, usableEntitlements, type EntityType } from './entity-types.ts';
export { heldEntities, heldLevel } from './levels.ts';
export { lockEligibles } from './queries.ts';
export { selectRemainingSharings } from './remaining-sharings.ts';

/** The endpoints of sharing. */
export const sharing: Feature = {
  surface: catalogErrors,
  endpoints: [
    getSharingSet,
    replaceSharingSet,
    changeSharingSet,
    changeSharingSets,
    listSharingLevels,
    listEligibles,
    listSharings,
    getSharing,
    getEntitlements,
  ],
};
