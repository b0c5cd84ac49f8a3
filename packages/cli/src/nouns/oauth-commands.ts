import type { Command } from 'commander';

import { deleteOauthToken } from '../commands/oauth/delete-oauth-token.ts';
import { listOauthClientRefusals } from '../commands/oauth/list-oauth-client-refusals.ts';
import { listOauthTokens } from '../commands/oauth/list-oauth-tokens.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace oauth`. */
export function addOauthCommands(program: Command, shell: Shell): void {
  const oauth = program
    .command('oauth')
    .description('List and revoke the access of programs by OAuth 2.0, and show why programs are refused');
  for (const add of [listOauthTokens, deleteOauthToken, listOauthClientRefusals]) add(oauth, shell);
}
