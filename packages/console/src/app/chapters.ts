/** The chapter of the manual for each page of the console. */

/** The chapters by the beginning of the path: an address below /manual, with its anchor. The longest beginning counts. */
export const CHAPTERS: Readonly<Record<`/${string}`, string>> = {
  '/': 'console#home',
  '/runs': 'console#runs',
  '/runs/$': 'console#the-page-of-a-run',
  '/tasks': 'console#tasks',
  '/tasks/new': 'how-to/new-version',
  '/plans': 'console#plans',
  '/schedules': 'console#schedules-and-calendar',
  '/alerts': 'console#alerts-and-inbox',
  '/inbox': 'console#alerts-and-inbox',
  '/artifacts': 'console#artifacts-and-promotions',
  '/artifacts/publish': 'how-to/new-version',
  '/promotions': 'tutorials/promotion',
  '/catalogue': 'console#catalogue',
  '/engines': 'console#engines',
  '/setup': 'console#settings',
  '/setup/connections': 'console#connections',
  '/catalogue/connections': 'console#connections',
  '/setup/clusters': 'engines',
  '/setup/run-profiles': 'console#engines',
  '/setup/dynamic-engines': 'kubernetes',
  '/setup/dynamic-engine-environments': 'kubernetes',
  '/admin': 'console#settings',
  '/admin/users': 'how-to/give-rights',
  '/admin/groups': 'how-to/give-rights',
  '/admin/roles': 'how-to/give-rights',
  '/admin/role-mappings': 'security#single-sign-on',
  '/admin/rights': 'how-to/give-rights',
  '/admin/access': 'explanations/rights',
  '/admin/service-accounts': 'how-to/use-from-ci',
  '/admin/oauth-clients': 'oauth',
  '/admin/webhooks': 'events',
  '/admin/audit': 'security',
  '/admin/allowlist': 'security',
  '/tokens': 'how-to/rotate-secrets#your-own-token',
};

/** Returns the address of the chapter for a path of the console. */
export function chapterOf(path: string): string {
  const beginnings = Object.keys(CHAPTERS) as (keyof typeof CHAPTERS)[];
  // '/runs/$' is the page of one run.
  const fits = (beginning: string): boolean =>
    path === beginning || (beginning.endsWith('/$') ? path.startsWith(beginning.slice(0, -1)) : path.startsWith(`${beginning}/`));
  const [longest = '/'] = beginnings.filter(fits).toSorted((a, b) => b.length - a.length);
  return `/manual/${CHAPTERS[longest] ?? ''}`;
}
