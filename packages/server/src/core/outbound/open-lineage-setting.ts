/** The setting of the receiver of OpenLineage events. */
import { StartError } from '../base/start-error.ts';

/** Reads the address; undefined without one. An error does not repeat it, because it may hold a password. */
export function readOpenLineageSetting({ MILLRACE_OPENLINEAGE_URL: text }: Record<string, string | undefined>): string | undefined {
  if (!text) return undefined;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new StartError(
      'MILLRACE_OPENLINEAGE_URL is no http or https address without user and password: set it to the whole address that accepts events, such as http://marquez:5000/api/v1/lineage.',
    );
  return url.href;
}
