/** The OAuth client of the command line, which every install has. */

/** Id of the client. It is the same in all installs, so that the command line needs no registration. */
export const COMMAND_LINE_CLIENT = '0190a000-0000-7000-8000-6d696c6c7261';

/** The scopes that the command line requests: everything that the person may do, and refresh tokens. */
export const COMMAND_LINE_SCOPES: readonly string[] = ['user_default', 'admin_classic', 'offline_access'];
