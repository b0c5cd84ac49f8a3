/** The navigation: the rail with the sections, and the pages of the current section. On narrow screens a button opens the rail. */
import type { ReactNode } from 'react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import { IconButton } from '../ui/action-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { changePreferences, usePreferences } from './preferences.ts';
import { placeOf, headingOf, NAVIGATION, needsOf } from './sections.ts';
import { useMe } from './session.tsx';
import { shellMessages } from './shell-messages.ts';
import mark from './icon.svg';
import styles from './navigation.module.css';

const ID = 'navigation';

/** The sections with the pages that the account can use. */
export function useNavigation() {
  const { permissions } = useMe();
  return NAVIGATION.map(({ group, icon, entries }) => ({
    group,
    icon,
    entries: entries.filter((entry) => needsOf(entry)?.some((permission) => permissions.includes(permission)) ?? true),
  })).filter(({ entries }) => entries.length > 0);
}

/** The path of the page that is shown. */
const usePath = (): string => useRouterState({ select: ({ location }) => location.pathname });

const EXACT = { exact: true, includeSearch: false };

/** The rail: a link for each section. */
export function Navigation({ isOpen, onNavigate, badge }: { isOpen: boolean; onNavigate: () => void; badge?: ReactNode }): ReactNode {
  const text = useText(shellMessages);
  const { rail } = usePreferences();
  const current = placeOf(usePath())?.group;
  return (
    <nav id={ID} aria-label={text('navigation')} className={`${styles['rail']} ${isOpen ? styles['open'] : ''}`} data-rail={rail}>
      <Link to="/" className={styles['brand']} onClick={onNavigate}>
        <img src={mark} alt="" />
        <span className={styles['word']}>Millrace</span>
      </Link>
      <ul>
        {useNavigation().map(({ group, icon, entries: [first] }) => (
          <li key={group} className={group === 'settings' ? styles['last'] : undefined}>
            <Link
              to={first?.path ?? '/'}
              title={text(group)}
              activeOptions={EXACT}
              aria-current={current === group ? 'page' : undefined}
              onClick={onNavigate}
            >
              <Icon name={icon} />
              <span className={styles['word']}>{text(group)}</span>
              {group === 'alerts' && badge}
            </Link>
          </li>
        ))}
      </ul>
      <span className={styles['railButton']}>
        <IconButton label={text('rail')} icon="panelLeft" onPress={() => changePreferences({ rail: isNarrow(rail) ? 'wide' : 'narrow' })} />
      </span>
    </nav>
  );
}

/** Whether the rail shows no words: navigation.module.css has the same width. */
const isNarrow = (rail: 'system' | 'wide' | 'narrow'): boolean =>
  rail === 'system' ? window.matchMedia('(width < 75rem)').matches : rail === 'narrow';

/** Scrolls a row that is wider than the window to the link of the current page. */
const showInRow = (link: HTMLElement | null): void => link?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** The pages of the current section, if it has several: in a row, or in a column with headings. */
export function SectionPages(): ReactNode {
  const text = useText(shellMessages);
  const current = placeOf(usePath());
  const section = useNavigation().find(({ group }) => group === current?.group);
  if (!section || section.entries.length < 2) return undefined;
  const parts = [...Map.groupBy(section.entries, headingOf)];
  const form = parts.length > 1 ? 'column' : 'row';
  return (
    <nav aria-label={text('pagesOf', { section: text(section.group) })} className={styles[form]} data-form={form}>
      {parts.map(([heading, entries]) => (
        <section key={heading ?? ''} aria-labelledby={heading && `${ID}-${heading}`}>
          {heading && <h2 id={`${ID}-${heading}`}>{text(heading)}</h2>}
          <ul>
            {entries.map(({ path, name }) => (
              <li key={path}>
                <Link
                  to={path}
                  activeOptions={EXACT}
                  aria-current={current?.page === path ? 'page' : undefined}
                  ref={current?.page === path ? showInRow : undefined}
                >
                  {text(name)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** The button that opens the rail on narrow screens. */
export function NavigationButton({ isOpen, onPress }: { isOpen: boolean; onPress: () => void }): ReactNode {
  const text = useText(shellMessages);
  return (
    <span className={styles['menu']}>
      <IconButton label={text('menu')} icon="menu" aria-expanded={isOpen} aria-controls={ID} onPress={onPress} />
    </span>
  );
}
