// run: waiting, in test:all because it starts an engine and shells
/** Runs every block of the pages below docs/how-to, and of the guide to the API, on one install. */
import { followPages } from '../support/tutorial.ts';

// tries the blocks of `docs/how-to/new-version.md`, `docs/how-to/give-rights.md`, `docs/how-to/failed-run.md`
// tries the blocks of `docs/how-to/limit-and-retry.md`, `docs/how-to/rotate-secrets.md`, `docs/how-to/use-from-ci.md`, `docs/api.md`
await followPages([
  'docs/how-to/new-version.md',
  'docs/how-to/give-rights.md',
  'docs/how-to/failed-run.md',
  'docs/how-to/limit-and-retry.md',
  'docs/how-to/rotate-secrets.md',
  'docs/how-to/use-from-ci.md',
  'docs/api.md',
]);
