/** The OAuth client of the command line, which every install has. */

/** Id of the client. It is the same in all installs, so that the command line knows it. */
export const COMMAND_LINE_CLIENT = '0190a000-0000-7000-8000-6d696c6c7261';

/** What the command line asks for: all that the person may do, and tokens for later. */
export const COMMAND_LINE_SCOPES: readonly string[] = ['user_default', 'admin_classic', 'offline_access'];
