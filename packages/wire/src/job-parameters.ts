/** The context variables of a job archive, as the parameters of its artifact. */
import type { BundleParameter } from './bundles.ts';
import type { ArchiveFiles, JobArchive } from './job-archive.ts';

/** A variable as the item of a job describes it. */
type Described = { type?: string; comment?: string };

const ITEM_BYTES = 32 * 2 ** 20;
const NAME_CHARACTERS = 255;
/** The most characters of a tag that is read. It has the value, too, of `VALUE_CHARACTERS` at most; XML may write each as an entity of about ten. */
const TAG_CHARACTERS = 2 ** 20;
const COMMENT_CHARACTERS = 4000;
const VALUE_CHARACTERS = 100_000;
const PARAMETERS = 1000;
/** The most characters of all values of a version that differ between its contexts, because each start of a task reads them. */
const CONTEXT_VALUES_CHARACTERS = 64 * 1024;
const PASSWORD = 'id_Password';

/**
 * Returns the variables of all contexts, with the values of the context that the archive runs with. Types and comments are those of the item of the job,
 * where the archive has it; else the types are those of its class, or of the values. Values stay in the archive if they are passwords or have more than
 * 100,000 characters. At most 1000 variables are returned, without those whose names are too long.
 * @rule bundles.job-archive.variables
 */
export async function jobParameters(archive: JobArchive, files: ArchiveFiles): Promise<BundleParameter[]> {
  const described = await itemOf(archive, files);
  const values = archive.contexts.get(archive.contextName) ?? new Map<string, string>();
  const declared = [...archive.contexts.values()].flatMap((context) => [...context.keys()]);
  const names = new Set([...values.keys(), ...declared, ...described.keys(), ...archive.types.keys()]);
  return [...names]
    .filter((name) => name !== '' && name.length <= NAME_CHARACTERS)
    .slice(0, PARAMETERS)
    .map((name) => {
      const value = values.get(name) ?? '';
      const { type = archive.types.get(name) ?? typeOfValue(value), comment } = described.get(name) ?? {};
      const isShown = value !== '' && value.length <= VALUE_CHARACTERS && type !== PASSWORD;
      return {
        name,
        type,
        // Every variable has a value in its archive, though it may be null.
        required: false,
        ...(isShown && { value }),
        ...(comment && { comment: comment.slice(0, COMMENT_CHARACTERS) }),
      };
    });
}

/**
 * Adds the values of those variables that differ between the contexts, in all contexts. All values together have a limit. A variable whose values exceed
 * what is left of it gets an empty object, which says that they differ. Passwords have no values here.
 * @rule bundles.job-archive.context-values
 */
export function withContextValues(parameters: readonly BundleParameter[], { contexts }: Pick<JobArchive, 'contexts'>): BundleParameter[] {
  let left = CONTEXT_VALUES_CHARACTERS;
  return parameters.map((parameter) => {
    const values = [...contexts].map(([context, all]) => [context, all.get(parameter.name) ?? ''] as const);
    if (parameter.type === PASSWORD || values.every(([, value]) => value === values[0]?.[1])) return parameter;
    const characters = values.reduce((sum, [context, value]) => sum + context.length + value.length, 0);
    if (characters > left) return { ...parameter, contextValues: {} };
    left -= characters;
    return { ...parameter, contextValues: Object.fromEntries(values) };
  });
}

/** The type of a variable that nothing else describes. Texts such as 007 and long numbers stay texts. */
function typeOfValue(value: string): string {
  if (/^(?:enc:|ENC:\[)/.test(value)) return PASSWORD;
  if (/^(?:0|-?[1-9]\d{0,8})$/.test(value)) return 'id_Integer';
  return /^(?:true|false)$/.test(value) ? 'id_Boolean' : 'id_String';
}

/** Reads the item of the job: the file in which Studio stores its design. */
async function itemOf({ job, manifest }: JobArchive, files: ArchiveFiles): Promise<Map<string, Described>> {
  const described = new Map<string, Described>();
  const path = files.paths.find((one) => one.endsWith(`/${job}_${manifest.version}.item`));
  const text = path === undefined ? '' : ((await files.read(path, ITEM_BYTES)) ?? '').toString();
  // XML has no "<" within a tag, so each part begins with one tag.
  for (const part of text.split('<')) {
    if (part.length > TAG_CHARACTERS || !/^contextParameter\s/.test(part)) continue;
    const attributes = new Map(
      [...part.matchAll(/(?<![\w:])([\w:]+)\s*=\s*"([^"]*)"/g)].map(([, key = '', value = '']) => [key, withoutEntities(value)]),
    );
    const name = attributes.get('name');
    if (name === undefined || described.has(name)) continue;
    const [type, prompt = ''] = [attributes.get('type'), attributes.get('prompt')];
    // Studio sets the name with a question mark as the prompt of a variable that has none.
    const comment = attributes.get('comment') || (prompt === `${name}?` ? '' : prompt);
    described.set(name, { ...(type && { type: type.slice(0, 100) }), ...(comment && { comment }) });
  }
  return described;
}

const ENTITIES: ReadonlyMap<string, string> = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));

/** Replaces the entities of XML by their characters. */
const withoutEntities = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name = '') => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return hex === undefined && decimal === undefined
      ? (ENTITIES.get(name) ?? whole)
      : code <= 0x10ffff
        ? String.fromCodePoint(code)
        : whole;
  });
