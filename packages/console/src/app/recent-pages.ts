/** The pages that a person has opened last, which this browser keeps for each account. */
import { useEffect } from 'react';
import type { AnyRouter } from '@tanstack/react-router';
import { storedValue, storeText } from './browser-storage.ts';

/** A page: its address and its title. */
type RecentPage = { href: string; title: string };

const MOST = 8;
/** Milliseconds. A page that was left sooner was only passed, and its title may still be that of the page before. */
const SHOWN_FOR = 1000;
const SUFFIX = / · Millrace$/;

const keyOf = (account: string): string => `millrace.recent.${account}`;

/** The path of an address, without its search parameters and its anchor. */
export const pathOfHref = (href: string): string => href.replace(/[?#].*/, '');

/** The pages of an account, the last one first. */
export function recentPages(account: string): RecentPage[] {
  const stored = storedValue(keyOf(account));
  return Array.isArray(stored) ? stored.filter(isPage).slice(0, MOST) : [];
}

const isPage = (value: unknown): value is RecentPage =>
  typeof value === 'object' &&
  value !== null &&
  'href' in value &&
  'title' in value &&
  typeof value.title === 'string' &&
  typeof value.href === 'string' &&
  // Only pages of the console: the storage could contain any address.
  /^\/(?!\/)/.test(value.href);

/** Puts a page before the others; one with the same path is replaced. */
export const withPage = (pages: readonly RecentPage[], page: RecentPage): RecentPage[] =>
  [page, ...pages.filter(({ href }) => pathOfHref(href) !== pathOfHref(page.href))].slice(0, MOST);

/** Records each page of an account when it is left. */
export function useRecentPageRecorder(router: AnyRouter, account: string): void {
  useEffect(() => {
    let shownAt = performance.now();
    return router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
      if (!pathChanged || !fromLocation) return;
      const title = document.title.replace(SUFFIX, '');
      const wasShown = performance.now() - shownAt >= SHOWN_FOR;
      shownAt = performance.now();
      if (!wasShown || fromLocation.pathname === '/' || title === '') return;
      storeText(keyOf(account), JSON.stringify(withPage(recentPages(account), { href: fromLocation.href, title })));
    });
  }, [account, router]);
}
