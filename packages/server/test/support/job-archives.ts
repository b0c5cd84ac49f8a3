/** Job archives as Talend Studio builds them, in the parts that are read. */
import { zip } from './bundles.ts';

/** A job archive. `contexts` are the texts of the context files by the names of the contexts. */
export type JobArchiveParts = {
  job?: string;
  info?: string;
  script?: string;
  contexts?: Readonly<Record<string, string>>;
  /** Further files, and files that replace others. Those without content are left out. */
  files?: Readonly<Record<string, string | Buffer | undefined>>;
};

/** Returns the zip of a job archive of version 0.1 in the project `demo`. */
export function jobArchive({ job = 'Greet', info = '', script, contexts = {}, files = {} }: JobArchiveParts = {}): Promise<Buffer> {
  const name = `${job.toLowerCase()}_0_1`;
  const all = {
    'jobInfo.properties': `#just for tac\njob=${job}\njobVersion=0.1\ncontextName=Default\njobType=Standard\n${info}`,
    [`${job}/${job}_run.sh`]:
      script ??
      `#!/bin/sh\ncd \`dirname $0\`\nROOT_PATH=\`pwd\`\njava -cp .:$ROOT_PATH:$ROOT_PATH/${name}.jar: demo.${name}.${job} --context=Default "$@"\n`,
    ...Object.fromEntries(
      Object.entries(contexts).map(([context, text]) => [
        `${job}/demo/${name}/contexts/${context}.properties`,
        `#this is context properties\n${text}`,
      ]),
    ),
    ...files,
  };
  return zip(Object.fromEntries(Object.entries(all).flatMap(([path, content]) => (content === undefined ? [] : [[path, content]]))));
}

/** Returns a class file whose code calls `setContextType` with these names and types, or that has fields, or constants, of these names and descriptors. */
export function classFile({
  calls = {},
  fields = {},
  constantFields = {},
  text = '',
}: {
  calls?: Record<string, string>;
  fields?: Record<string, string>;
  constantFields?: Record<string, string>;
  text?: string;
}): Buffer {
  const constants: Buffer[] = [];
  const add = (tag: number, ...parts: (number | Buffer)[]): number =>
    constants.push(Buffer.concat([Buffer.from([tag]), ...parts.map((part) => (typeof part === 'number' ? short(part) : part))]));
  const utf8 = (value: string): number => add(1, Buffer.byteLength(value), Buffer.from(value));
  const constant = (value: string): number => add(8, utf8(value));
  const method = add(10, add(7, utf8('Context')), add(12, utf8('setContextType'), utf8('(Ljava/lang/String;Ljava/lang/String;)V')));
  constant(text);
  // A number of eight bytes takes two places in the table of constants.
  constants.push(Buffer.concat([Buffer.from([5]), Buffer.alloc(8)]), Buffer.alloc(0));
  // The second constant of a call is loaded by the wide instruction, as in a class with many constants.
  const code = Object.entries(calls).flatMap(([variable, type]) => [
    Buffer.from([0x12, constant(variable)]),
    Buffer.concat([Buffer.from([0x13]), short(constant(type))]),
    Buffer.concat([Buffer.from([0xb6]), short(method)]),
  ]);
  const fieldsWith = (flags: number, some: Record<string, string>): Buffer[] =>
    Object.entries(some).map(([name, descriptor]) => fieldOf(flags, name, descriptor));
  const fieldOf = (flags: number, name: string, descriptor: string): Buffer =>
    Buffer.concat([short(flags), short(utf8(name)), short(utf8(descriptor)), short(1), short(1), Buffer.from([0, 0, 0, 2, 0, 0])]);
  const fieldList = [...fieldsWith(0x0019, constantFields), ...fieldsWith(0, fields)];
  const head = [Buffer.from('cafebabe0000003d', 'hex'), short(constants.length + 1), ...constants, Buffer.alloc(6), short(0)];
  return Buffer.concat([...head, short(fieldList.length), ...fieldList, ...code]);
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
