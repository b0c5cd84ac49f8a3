import type { Command } from 'commander';

import { createCrawler } from '../commands/crawlers/create-crawler.ts';
import { deleteCrawler } from '../commands/crawlers/delete-crawler.ts';
import { endCrawlerRun } from '../commands/crawlers/end-crawler-run.ts';
import { followCrawler } from '../commands/crawlers/follow-crawler.ts';
import { getCrawlerErrors } from '../commands/crawlers/get-crawler-errors.ts';
import { listCrawlers } from '../commands/crawlers/list-crawlers.ts';
import { runCrawler } from '../commands/crawlers/run-crawler.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace crawler`. */
export function addCrawlerCommands(program: Command, shell: Shell): void {
  const crawler = program.command('crawler').description('Turn the tables of connections into datasets, and refresh these');
  for (const add of [createCrawler, listCrawlers, runCrawler, followCrawler, endCrawlerRun, getCrawlerErrors, deleteCrawler])
    add(crawler, shell);
}
