#!/usr/bin/env node
/** The server as a program. */
import { readConfig } from './settings/config.ts';
import { say } from './core/observability/say.ts';
import { runMillrace } from './run.ts';

process.exit(
  await runMillrace(readConfig, say, async ({ url, watchUrl }) => {
    const watched = watchUrl === '' ? '' : `; metrics and health on ${watchUrl}`;
    say(url === '' ? `Millrace runs jobs and timers${watched}` : `Millrace serves on ${url}`);
  }),
);
