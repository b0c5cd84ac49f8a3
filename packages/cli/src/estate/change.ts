import type { FieldDifference, SecretLookup } from './compare.ts';
import type { EstateFile } from './load-estate.ts';
import type { EstateObject } from './model/kind.ts';
import type { Placeholder } from './model/placeholders.ts';
import type { Site } from './model/site.ts';
import type { OwnedObjects } from './owned.ts';
import type { SiteContent } from './read-site.ts';

/** A step of an apply. */
export type EstateChange =
  | { action: 'create'; file: EstateFile; values: Map<Placeholder, string | undefined>; digest: string | undefined }
  | {
      action: 'change';
      file: EstateFile;
      object: EstateObject;
      values: Map<Placeholder, string | undefined>;
      differences: FieldDifference[];
      digest: string | undefined;
    }
  | { action: 'delete'; object: EstateObject };

/** The files, the server and the options of a comparison. */
export type EstateComparison = {
  files: readonly EstateFile[];
  site: Site;
  content: SiteContent;
  owned: OwnedObjects;
  lookup: SecretLookup;
  sendSecrets: boolean;
  prune: boolean;
};
