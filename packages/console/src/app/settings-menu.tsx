/** The menus of the head: time zone; and theme, language, keys, account and sign-out. */
import type { ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { LANGUAGE_NAMES } from '../text/languages.ts';
import { ActionButton, IconButton } from '../ui/action-button.tsx';
import { ActionMenu, MenuAction, MenuChoice } from '../ui/action-menu.tsx';
import { browserZone, changePreferences, usePreferences, zoneOf, type Preferences } from './preferences.ts';
import { signOut, useMe } from './session.tsx';
import { shellMessages } from './shell-messages.ts';
import styles from './frame.module.css';

/** The menu, with its button. */
export function SettingsMenu(): ReactNode {
  const text = useText(shellMessages);
  const { login } = useMe();
  const { theme, language, keys } = usePreferences();
  return (
    <ActionMenu button={<IconButton label={text('appearance')} icon="person" />} label={text('signedIn', { login })}>
      <MenuChoice<Preferences['theme']>
        name="theme"
        label={text('theme')}
        value={theme}
        options={{ system: text('themeSystem'), light: text('themeLight'), dark: text('themeDark') }}
        onChange={(chosen) => changePreferences({ theme: chosen })}
      />
      <MenuChoice<Preferences['language']>
        name="language"
        label={text('language')}
        value={language}
        options={{ system: text('languageSystem'), ...LANGUAGE_NAMES }}
        onChange={(chosen) => changePreferences({ language: chosen })}
      />
      <MenuChoice<Preferences['keys']>
        name="keys"
        label={text('keys')}
        value={keys}
        options={{ system: text('keysOn'), off: text('keysOff') }}
        onChange={(chosen) => changePreferences({ keys: chosen })}
      />
      <MenuAction href="/account">{text('yourAccount')}</MenuAction>
      <MenuAction href="/manual/">{text('manual')}</MenuAction>
      <MenuAction href="/docs">{text('reference')}</MenuAction>
      <MenuAction onAction={() => void signOut()}>{text('signOut')}</MenuAction>
    </ActionMenu>
  );
}

/** The zone of all times, and the choice of another one. */
export function ZoneMenu(): ReactNode {
  const text = useText(shellMessages);
  const preferences = usePreferences();
  const place = zoneOf(preferences).replaceAll('_', ' ');
  return (
    <span className={styles['zone']}>
      <ActionMenu
        button={
          <ActionButton icon="zone" aria-label={text('timesIn', { zone: place })}>
            <span>{place.split('/').at(-1)}</span>
          </ActionButton>
        }
        label={text('zone')}
      >
        <MenuChoice<Preferences['zone']>
          name="zone"
          label={text('zone')}
          value={preferences.zone}
          options={
            browserZone() === 'UTC'
              ? { system: text('zoneUtc') }
              : { system: text('zoneOwn', { zone: browserZone() }), UTC: text('zoneUtc') }
          }
          onChange={(chosen) => changePreferences({ zone: chosen })}
        />
      </ActionMenu>
    </span>
  );
}
