/** Reads from the classes of a job which context variables it has. A class is data of somebody else: whatever cannot be read is left out. */

/** The tags of constants in a class file (JVM specification, 4.4) that are read here. */
const TAG = { utf8: 1, long: 5, double: 6, string: 8, method: 10, nameAndType: 12 } as const;
/** The number of bytes that follow the tag of a constant, and the tags with that number. */
const CONSTANT_BYTES: ReadonlyMap<number, number> = new Map(
  [
    [2, [7, 8, 16, 19, 20]],
    [3, [15]],
    [4, [3, 4, 9, 10, 11, 12, 17, 18]],
    [8, [5, 6]],
  ].flatMap(([bytes, tags]) => (tags as number[]).map((tag) => [tag, bytes as number] as const)),
);
const STATIC = 0x0008;
const OPCODE = { loadConstant: 0x12, loadWideConstant: 0x13, call: 0xb6 } as const;

/** The types of Studio by the type of the field that holds a variable. */
const TYPE_OF_FIELD: ReadonlyMap<string, string> = new Map([
  ...['String', 'Integer', 'Long', 'Short', 'Byte', 'Float', 'Double', 'Boolean', 'Character', 'Object'].map(
    (name) => [`Ljava/lang/${name};`, `id_${name}`] as const,
  ),
  ['Ljava/util/Date;', 'id_Date'],
  ['Ljava/util/List;', 'id_List Of Value'],
  ['Ljava/math/BigDecimal;', 'id_BigDecimal'],
]);

/**
 * What a class says about context variables: `calls` has the types by the names of the variables, as its calls of `setContextType` pass them; `fields` the
 * descriptors of its own fields by their names.
 */
type ClassFacts = { calls: Map<string, string>; fields: Map<string, string> };

/**
 * Returns the types of the context variables, as Studio names them, that a class of a job sets by `setContextType`. Jobs of old Studios do not call
 * it; their class `ContextProperties` has a field for each variable.
 */
export function contextTypes(name: string, content: Buffer): Map<string, string> {
  let facts: ClassFacts;
  try {
    facts = factsOf(content);
  } catch (error) {
    if (error instanceof RangeError) return new Map();
    throw error;
  }
  if (facts.calls.size > 0 || !name.endsWith('$ContextProperties.class')) return facts.calls;
  return new Map(
    [...facts.fields].flatMap(([field, descriptor]) => {
      const type = TYPE_OF_FIELD.get(descriptor);
      // In `propertyTypes`, Studio itself keeps the types of the variables.
      return type === undefined || field === 'propertyTypes' ? [] : [[field, type] as const];
    }),
  );
}

/** Throws a `RangeError` where the content ends too early or is no class. */
function factsOf(content: Buffer): ClassFacts {
  if (content.readUInt32BE(0) !== 0xcafebabe) throw new RangeError('no class');
  const count = content.readUInt16BE(8);
  const texts = new Map<number, string>();
  const references = new Map<number, { tag: number; first: number; second: number }>();
  let at = 10;
  for (let index = 1; index < count; index += 1) {
    const tag = content.readUInt8(at);
    if (tag === TAG.utf8) {
      const bytes = content.readUInt16BE(at + 1);
      texts.set(index, content.toString('utf8', at + 3, at + 3 + bytes));
      at += 3 + bytes;
      continue;
    }
    const bytes = CONSTANT_BYTES.get(tag);
    if (bytes === undefined) throw new RangeError('an unknown constant');
    const second = bytes >= 4 ? content.readUInt16BE(at + 3) : 0;
    references.set(index, { tag, first: content.readUInt16BE(at + 1), second });
    if (tag === TAG.long || tag === TAG.double) index += 1;
    at += 1 + bytes;
  }
  const textOf = (index: number): string | undefined => {
    const found = references.get(index);
    return found?.tag === TAG.string ? texts.get(found.first) : undefined;
  };
  const setsType = (index: number): boolean => {
    const method = references.get(index);
    const named = method?.tag === TAG.method ? references.get(method.second) : undefined;
    return named?.tag === TAG.nameAndType && texts.get(named.first) === 'setContextType';
  };
  return { calls: callsIn(content.subarray(at), textOf, setsType), fields: fieldsIn(content, at, texts) };
}

/** Finds the calls by their instructions: two constants are loaded, then the method is called. */
function callsIn(code: Buffer, textOf: (index: number) => string | undefined, setsType: (index: number) => boolean): Map<string, string> {
  const calls = new Map<string, string>();
  const constantAt = (at: number): { text: string; next: number } | undefined => {
    const isWide = code[at] === OPCODE.loadWideConstant;
    if ((!isWide && code[at] !== OPCODE.loadConstant) || at + 3 > code.length) return undefined;
    const text = textOf(isWide ? code.readUInt16BE(at + 1) : code.readUInt8(at + 1));
    return text === undefined ? undefined : { text, next: at + (isWide ? 3 : 2) };
  };
  for (let at = 0; at < code.length; at += 1) {
    const name = constantAt(at);
    const type = name && constantAt(name.next);
    if (!name || !type || code[type.next] !== OPCODE.call || type.next + 3 > code.length) continue;
    if (setsType(code.readUInt16BE(type.next + 1))) calls.set(name.text, type.text);
  }
  return calls;
}

function fieldsIn(content: Buffer, start: number, texts: ReadonlyMap<number, string>): Map<string, string> {
  const fields = new Map<string, string>();
  // Three numbers of the class, then its interfaces and its fields, each with their count.
  let at = start + 8 + 2 * content.readUInt16BE(start + 6);
  const count = content.readUInt16BE(at);
  at += 2;
  for (let field = 0; field < count; field += 1) {
    const [name, descriptor] = [texts.get(content.readUInt16BE(at + 2)), texts.get(content.readUInt16BE(at + 4))];
    // The class of a Big Data job has constants beside its variables.
    const isStatic = (content.readUInt16BE(at) & STATIC) !== 0;
    if (!isStatic && name !== undefined && descriptor !== undefined) fields.set(name, descriptor);
    const attributes = content.readUInt16BE(at + 6);
    at += 8;
    for (let attribute = 0; attribute < attributes; attribute += 1) at += 6 + content.readUInt32BE(at + 2);
  }
  return fields;
}
