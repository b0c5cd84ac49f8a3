/** A page for people: HTML that the server renders. It is no operation of the API, and has no entry in the contract. */
import type { Platform } from '../platform/platform.ts';
import type { Log } from '../observability/log.ts';
import type { RequestClient } from './client-address.ts';
import type { Problem } from '../base/problem.ts';

/** The parameters of a page. */
export type PageCall = Platform & {
  now: Date;
  query: URLSearchParams;
  /** The fields of a form; empty for a GET. */
  form: URLSearchParams;
  /** A header of the request. */
  header(name: string): string | undefined;
  client: RequestClient;
  log: Log;
  requestId: string;
};

/** The answer of a page: HTML, or a redirect with the header `location`. */
export type PageAnswer = { status: number; html?: string; headers?: Record<string, string | string[]> };

/** One page, or the target of a form. It opens its own transactions, and checks its caller itself. */
export type WebPage = { route: `${'GET' | 'POST'} /${string}`; run(call: PageCall): Promise<PageAnswer> };

/** The pages of a feature, and how they show a refusal. */
export type WebPages = { routes: readonly WebPage[]; refuse(problem: Problem, requestId: string, header: PageCall['header']): PageAnswer };

/** Declares a page. */
export const page = (route: WebPage['route'], run: WebPage['run']): WebPage => ({ route, run });
