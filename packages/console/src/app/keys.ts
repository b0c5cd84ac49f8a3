/** The keys that work on every page. */
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { usePreferences } from './preferences.ts';
import type { PagePath } from './sections.ts';

/** The pages that single keys open, each with the key of its name in the messages: those of `shell-messages.ts`, or the shared ones. */
export const KEYS_OF_PAGES = {
  h: ['/', 'home'],
  r: ['/runs', 'runs'],
  t: ['/tasks', 'tasks'],
  p: ['/plans', 'plans'],
  s: ['/schedules', 'schedules'],
  c: ['/schedules/calendar', 'calendar'],
  a: ['/alerts', 'alertRules'],
  i: ['/inbox', 'inbox'],
  e: ['/engines', 'engines'],
} as const satisfies Readonly<Record<string, readonly [PagePath, string]>>;

const isKeyOfPage = (key: string): key is keyof typeof KEYS_OF_PAGES => Object.hasOwn(KEYS_OF_PAGES, key);

/** Elements that use keys themselves: fields, open dialogs and menus. */
const USES_KEYS_ITSELF =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=spinbutton]';

/** Opens the palette by Ctrl-K or /, the list of the keys by ?, and pages by the other keys. A person can switch single keys off. */
export function useGlobalKeys(open: (what: 'palette' | 'keys') => void): void {
  const navigate = useNavigate();
  const { keys } = usePreferences();
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const key = event.key.toLowerCase();
    const withControl = event.ctrlKey || event.metaKey;
    if (event.altKey || event.defaultPrevented) return;
    if (key === 'k' && withControl && !event.shiftKey) {
      event.preventDefault();
      return open('palette');
    }
    if (withControl || keys === 'off' || (event.target instanceof Element && event.target.closest(USES_KEYS_ITSELF))) return;
    if (event.key !== '/' && event.key !== '?' && !isKeyOfPage(event.key)) return;
    event.preventDefault();
    if (event.key === '/') open('palette');
    else if (event.key === '?') open('keys');
    else if (isKeyOfPage(event.key)) void navigate({ to: KEYS_OF_PAGES[event.key][0] });
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
