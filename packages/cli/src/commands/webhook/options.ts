import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { Failure } from '../../failure.ts';
import { readUsedFile } from '../../parameters.ts';
import { openSecretFile } from '../../secret-file.ts';
import type { Shell } from '../../shell.ts';

/** The options of commands that write a webhook. */
export type WebhookOptions = {
  description?: string;
  event?: string[];
  header?: string[];
  encryptedHeaders?: string;
  secretFile?: string;
};

/** Adds the options that the creation and the change of a webhook share. */
export const addWebhookOptions = (command: Command): Command =>
  command
    .option('--description <text>', 'description')
    .option('--event <types...>', 'all event types that it receives; millrace webhook event-types lists them')
    .option('--header <headers...>', "all headers that each request has, each as 'name: value'")
    .option('--encrypted-headers <file>', "file with headers that the server stores encrypted, one 'name: value' on each line")
    .option('--secret-file <file>', 'sign requests with a new secret, which goes into this new file');

/** The fields that the options give, without the secret. */
export async function webhookFieldsFrom(
  { description, event, header, encryptedHeaders }: WebhookOptions,
  shell: Pick<Shell, 'workingFolder'>,
) {
  const lines = encryptedHeaders === undefined ? undefined : await linesOf(encryptedHeaders, shell);
  return {
    ...(description !== undefined && { description }),
    ...(event !== undefined && { eventTypes: event }),
    ...(header !== undefined && { headers: headersFrom(header, '--header') }),
    ...(lines !== undefined && { encryptedHeaders: headersFrom(lines, encryptedHeaders ?? '') }),
  };
}

async function linesOf(file: string, shell: Pick<Shell, 'workingFolder'>): Promise<string[]> {
  const text = await readUsedFile(file, shell);
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

/** Parses headers. The error message does not repeat a line, because it may be a secret. */
function headersFrom(lines: readonly string[], source: string): Record<string, string> {
  return Object.fromEntries(
    lines.map((line, index) => {
      const [, name, value] = /^([^:\s]+):\s*(.*?)\s*$/.exec(line) ?? [];
      if (name === undefined || value === undefined)
        throw new Failure('usage', `${source}: header ${index + 1} is not of the form 'name: value'.`);
      return [name, value];
    }),
  );
}

/** The random bytes of a secret; in base64 they have 44 characters. */
const SECRET_BYTES = 32;

/** Calls `write` with a new secret, and stores the secret in the file. Without a file, calls `write` without a secret. */
export async function withNewSecret<Answer>(
  file: string | undefined,
  shell: Pick<Shell, 'workingFolder'>,
  write: (secret?: string) => Promise<Answer>,
): Promise<Answer> {
  if (file === undefined) return write();
  const secretFile = await openSecretFile(file, '--secret-file', shell);
  const secret = randomBytes(SECRET_BYTES).toString('base64');
  const answer = await write(secret).catch(async (error: unknown) => {
    await secretFile.discard();
    throw error;
  });
  await secretFile.keep(secret);
  return answer;
}
