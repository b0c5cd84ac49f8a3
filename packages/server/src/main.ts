#!/usr/bin/env node
/** The server as a program. */
import { readConfig } from './settings/config.ts';
import { say } from './core/observability/say.ts';
import { runMillrace } from './run.ts';
import type { Running } from './start.ts';

async function sayAddress({ url, watchUrl }: Running): Promise<void> {
  const watched = watchUrl === '' ? '' : `; metrics and health on ${watchUrl}`;
  say(url === '' ? `Millrace runs jobs and timers${watched}` : `Millrace serves on ${url}`);
}

process.exit(await runMillrace(() => ({ config: readConfig(), work: sayAddress }), say));
