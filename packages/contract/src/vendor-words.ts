/** Words of the API that the published product writes in another way. The server accepts both and answers with ours. */
import { EVENT_TYPES } from './event-types.ts';
import { PERMISSIONS } from './permissions.ts';
import { SCOPES } from './scopes.ts';

/** The word of the published product by ours. */
export const VENDOR_WORDS: Readonly<Record<string, string>> = {
  serviceQlQuery: 'tqlQuery',
  serviceVersion: 'talendVersion',
  'service-version': 'talend-version',
  'service-confirm-delete': 'qlik-confirm-delete',
  'urn:service:oauth:user-impersonation': 'urn:qlik:oauth:user-impersonation',
  ...Object.fromEntries(PERMISSIONS.filter((name) => name.startsWith('SVC_')).map((name) => [name, name.replace('SVC_', 'TMC_')])),
  ...Object.fromEntries(
    Object.keys(SCOPES)
      .filter((scope) => scope.startsWith('classic_service.'))
      .map((scope) => [scope, scope.replace('classic_service.', 'classic_talend.').replace('.svc_', '.tmc_')]),
  ),
  ...Object.fromEntries(Object.keys(EVENT_TYPES).map((type) => [type, type.replace('com.service.', 'com.qlik.')])),
};

const ours = new Map(Object.entries(VENDOR_WORDS).map(([word, vendor]) => [vendor, word]));

/** Returns our word for a word of the published product; any other text as it is. */
export const neutralWord = (text: string): string => ours.get(text) ?? text;
