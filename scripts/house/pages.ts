/** The pages of docs/ that are generated, by their path. */
import { backgroundPage } from './background-page.ts';
import { cliPage } from './cli-page.ts';
import { conformancePage } from './conformance-page.ts';
import { endpointsPage } from './endpoints-page.ts';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import { proofPage } from './proof-page.ts';
import { rulesPage } from './rules-page.ts';
import { settingsPage } from './settings-page.ts';
import { sizesPage } from './sizes-page.ts';
import { statesPage } from './states-page.ts';

/** Renders all generated pages. */
export const renderPages = async (): Promise<Readonly<Record<string, string>>> => ({
  'docs/background-work.md': backgroundPage(),
  'docs/cli.md': await cliPage(),
  'docs/endpoints.md': endpointsPage(),
  'docs/errors.md': errorsPage(),
  'docs/events.md': eventsPage(),
  'docs/explanations/sizes.md': sizesPage(),
  'docs/oauth-conformance.md': conformancePage(),
  'docs/proof.md': proofPage(),
  'docs/rules.md': rulesPage(),
  'docs/settings.md': settingsPage(),
  'docs/states.md': statesPage(),
});
