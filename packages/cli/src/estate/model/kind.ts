import type { EstateAddress, EstateNoun, NamedNoun } from './address.ts';
import type { Site } from './site.ts';

/** The fields of an object in the form of its file: those of the contract, with names in place of ids. */
export type EstateFields = Record<string, unknown>;

/** An object of the server. */
export type EstateObject = { address: EstateAddress; id: string; fields: EstateFields };

/** A place of a file that names another object. `*` stands for each entry of a list or a map. */
export type ReferencePlace = {
  at: string;
  /** The field of the file, where the contract's field is named after the id. */
  as?: string;
  noun: EstateNoun | NamedNoun | ((holder: EstateFields) => EstateNoun | NamedNoun);
};

/** A place of a file that holds a secret, which must be a placeholder. */
type SecretPlace = { at: string; when?: (holder: EstateFields) => boolean };

/** The allowed content of the files of a kind, by the schemas of the contract. Paths are as in `ReferencePlace`. */
export type FileShape = {
  component?: string;
  /** Further fields, as JSON Schema. */
  fields?: Record<string, unknown>;
  omit?: readonly string[];
  required?: readonly string[];
  optional?: readonly string[];
  /** Exactly one of these fields is present. */
  either?: readonly string[];
};

/** An object to create or change: `fields` in the form of the file, `body` with ids and secrets. An unchanged secret is undefined. */
export type EstateWrite = {
  address: EstateAddress;
  fields: EstateFields;
  body: EstateFields;
  /** The path of the file with its content. */
  content: string | undefined;
  /** The fields that differ from those of the server; of a new object, all. */
  changed: ReadonlySet<string>;
  /** All objects that have a file. */
  allFiles: readonly { address: EstateAddress; fields: EstateFields }[];
};

/** A kind of object: how its objects are read, written and identified. The other code of estates does not depend on the kind. */
export type EstateKind = {
  noun: EstateNoun;
  /** The paths of its files; each `*` is a name. */
  path: string;
  /** The extension of the file next to it that holds its content. */
  contentExtension?: string;
  shape: FileShape;
  references?: readonly ReferencePlace[];
  secrets?: readonly SecretPlace[];
  /** Places that the server keeps or fills when a file leaves them out. */
  kept?: readonly string[];
  /** Places that a change sends, but that cause no change alone. */
  uncompared?: readonly string[];
  /** A change sends the whole object, secrets included. */
  alwaysSendsSecrets?: boolean;
  /** The server keeps each secret that a change does not send, unless this place changes. */
  keepsSecretsUnless?: string;
  /** The names of the object below those of its folder; by default the field `name`. */
  ownNames?(fields: EstateFields): string[];
  /** The names as they appear in the path, if these are others. */
  pathNames?(names: readonly string[]): readonly string[];
  /** Converts fields that have several spellings to one spelling. */
  normalize?(fields: EstateFields): EstateFields;
  /** Further objects that have to exist. */
  needs?(fields: EstateFields, address: EstateAddress): EstateAddress[];
  /** Reads the objects of the server, with the ids and fields of the contract. */
  read(site: Site): Promise<EstateObject[]>;
  /** Creates the object and returns its id. */
  create(site: Site, write: EstateWrite): Promise<string>;
  /** Changes the object. The objects of a kind without this function never change. */
  change?(site: Site, object: EstateObject, write: EstateWrite): Promise<unknown>;
  remove(site: Site, object: EstateObject): Promise<unknown>;
};
