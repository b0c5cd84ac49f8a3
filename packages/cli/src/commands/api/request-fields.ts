import { constants, openAsBlob } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';

import { Failure } from '../../failure.ts';
import { parseJsonText } from '../../json-text.ts';
import { absolutePath, type Shell } from '../../shell.ts';

/** A named value of a request; a text, or from `name:=json` any value. */
export type RequestField = { name: string; value: unknown };

/** Adds a `name=text` or `name:=json` of the command line to the earlier ones. */
export function addField(argument: string, before: readonly RequestField[] = []): RequestField[] {
  const [, name, isJson, text = ''] = /^([^=:]+)(:?)=(.*)$/s.exec(argument) ?? [];
  // The messages do not repeat the text, because it may be a secret.
  if (name === undefined) throw new Failure('usage', '-f takes name=text or name:=json, as in -f name=load or -f pause:=true.');
  return [...before, { name, value: isJson ? parseJsonText(text, `The value of ${JSON.stringify(name)}`) : text }];
}

/** Adds a `name=text` or `name=@file` of the command line to the earlier parts of a form. */
export function addPart(argument: string, before: readonly RequestField[] = []): RequestField[] {
  const equals = argument.indexOf('=');
  if (equals < 1) throw new Failure('usage', '-F takes name=text or name=@file, as in -F file=@bundle.zip.');
  return [...before, { name: argument.slice(0, equals), value: argument.slice(equals + 1) }];
}

/** Builds the form of the parts; files are read while they are sent. */
export async function formOf(parts: readonly RequestField[], shell: Pick<Shell, 'workingFolder'>): Promise<FormData> {
  const form = new FormData();
  for (const { name, value } of parts) {
    const text = String(value);
    const path = text.startsWith('@') ? text.slice(1) : undefined;
    if (path === undefined) form.append(name, text);
    else form.append(name, await openUsedFile(path, shell), basename(path));
  }
  return form;
}

async function openUsedFile(path: string, shell: Pick<Shell, 'workingFolder'>): Promise<Blob> {
  const fullPath = absolutePath(path, shell);
  try {
    // openAsBlob does not say why it fails.
    await access(fullPath, constants.R_OK);
    return await openAsBlob(fullPath);
  } catch (error) {
    throw new Failure('usage', `${path} cannot be read: ${(error as { code?: string }).code ?? String(error)}.`);
  }
}
