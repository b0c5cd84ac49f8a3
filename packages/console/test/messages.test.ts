/** Messages: their forms, and the texts of all languages. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it, test } from 'node:test';
import { findPaths } from '../../../scripts/house/source-files.ts';
import { features } from '../../server/src/api.ts';
import { canChange } from '../../server/src/core/http/changes.ts';
import { SCOPE_NAMES } from '../../server/src/features/events/notifications/kinds.ts';
import { actionOf } from '../../server/src/features/security/audit-log/actions.ts';
import { auditMessages, PAGE_OF_SECTION, WORD_OF_SECTION } from '../src/features/audit-log/messages.ts';
import { stateMessages } from '../src/features/task-executions/state-messages.ts';
import { sharedMessages } from '../src/text/shared-messages.ts';
import { numberFormat } from '../src/text/formats.ts';
import { LANGUAGES } from '../src/text/languages.ts';
import { formatMessage, type AnyMessage, type Messages } from '../src/text/messages.ts';
import { loadTexts, textIn } from '../src/text/texts.ts';

type Texts = Readonly<Record<string, AnyMessage>>;
const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');
const RUNS = { one: '{count} run', other: '{count} runs' };

/** The messages of all sections, with their file. They are read before the first test, because tests run as soon as they are declared. */
const declared: (Messages & { path: string })[] = [];
for (const path of [...findPaths('packages/console/src/**/*messages.ts'), ...findPaths('packages/console/src/**/states.ts')]) {
  const module = (await import(`../../../${path}`)) as Record<string, Partial<Messages>>;
  for (const { section, texts } of Object.values(module)) if (section !== undefined && texts) declared.push({ path, section, texts });
}

const textsOf = async (language: string, part: string): Promise<Readonly<Record<string, Texts>>> =>
  JSON.parse(await readFile(new URL(`../src/text/${language}/${part}.json`, import.meta.url), 'utf8')) as Readonly<Record<string, Texts>>;

describe('a message', () => {
  it('uses the plural form of its count', () => {
    assert.equal(formatMessage('en', RUNS, { count: 1 }), '1 run');
    assert.equal(formatMessage('de', RUNS, { count: 0 }), '0 runs');
    assert.equal(formatMessage('fr', RUNS, { count: 0 }), '0 run');
    assert.equal(formatMessage('ja', { other: '{count} 件' }, { count: 1 }), '1 件');
  });

  it('shows numbers as its language does', () => {
    assert.equal(formatMessage('en', RUNS, { count: 12_345 }), '12,345 runs');
    assert.equal(formatMessage('de', RUNS, { count: 12_345 }), '12.345 runs');
    assert.equal(formatMessage('fr', RUNS, { count: 12_345 }), `${numberFormat('fr').format(12_345)} runs`);
  });

  it('is not reversed by a name', () => {
    assert.equal(formatMessage('en', 'By {name}, {share}', { name: '\u202Eevil\u2066 אבג', share: 1 }), 'By evil אבג, 1');
  });

  it('does not replace braces in a value', () => {
    assert.equal(formatMessage('en', 'By {name}, {share}', { name: '{share} $&', share: 0.5 }), 'By {share} $&, 0.5');
  });

  it('is in its language as soon as that is loaded, and English where it is not', async () => {
    for (const part of ['start', 'pages'] as const) await loadTexts('de', part);
    assert.equal(textIn('de')('cancel'), 'Abbrechen');
    assert.equal(textIn('de', stateMessages)('failed'), 'Gescheitert');
    assert.equal(textIn('de', { section: 'of a test', texts: { failed: 'Failed' } })('failed'), 'Failed');
  });
});

const formsOf = (message: AnyMessage): string[] => (typeof message === 'string' ? [message] : Object.values(message));
const namesIn = (message: AnyMessage): string[] =>
  [...new Set(formsOf(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)))].toSorted();

for (const language of TRANSLATED)
  test(`${language} has all messages, with their values and the plural forms of the language, and no others`, async () => {
    const texts = { ...(await textsOf(language, 'start')), ...(await textsOf(language, 'pages')) };
    const plurals = language === 'ja' ? ['other'] : ['one', 'other'];
    const wrong: string[] = [];
    for (const { section, texts: english, path } of declared) {
      const own = texts[section] ?? {};
      for (const key of new Set([...Object.keys(english), ...Object.keys(own)])) {
        const [source, text] = [english[key], own[key]];
        if (source === undefined || text === undefined)
          wrong.push(`${path}: ${key} ${source === undefined ? 'is not used' : 'is missing'}`);
        else if (String(namesIn(source)) !== String(namesIn(text))) wrong.push(`${path}: ${key} has other values`);
        else if (typeof source !== 'string' && (typeof text === 'string' || String(Object.keys(text)) !== String(plurals)))
          wrong.push(`${path}: ${key} has not the plural forms ${plurals.join(', ')}`);
        else if (typeof source === 'string' && typeof text !== 'string') wrong.push(`${path}: ${key} has plural forms`);
        else if (formsOf(text).some((form) => form.trim() === '')) wrong.push(`${path}: ${key} is empty`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(Object.keys(texts).toSorted(), declared.map(({ section }) => section).toSorted());
  });

/** The sections of messages that modules import, directly and through others, as far as these are not loaded later. */
async function sectionsFrom(path: string, seen = new Set<string>()): Promise<string[]> {
  if (seen.has(path) || !/\.tsx?$/.test(path)) return [];
  seen.add(path);
  const source = await readFile(path, 'utf8');
  const imported = [...source.matchAll(/^import (?!type )(?:[^;]*? from )?'(\.[^']+)';/gm)].map(([, at = '']) => join(dirname(path), at));
  const found = [...source.matchAll(/defineMessages\(\s*'(\w+)'/g)].map(([, section = '']) => section);
  return [...found, ...(await Promise.all(imported.map((at) => sectionsFrom(at, seen)))).flat()];
}

test('the texts of the first page are those of the sections that it uses', async () => {
  const start = ['main.tsx', 'features/home/home-page.tsx'].map((path) => join(import.meta.dirname, '../src', path));
  const sections = new Set((await Promise.all(start.map((path) => sectionsFrom(path)))).flat());
  for (const language of TRANSLATED)
    assert.deepEqual(Object.keys(await textsOf(language, 'start')).toSorted(), [...sections].toSorted(), language);
});

test('each state of a run has a word of its own in each language', async () => {
  for (const language of LANGUAGES) {
    await loadTexts(language, 'pages');
    const words = Object.keys(stateMessages.texts).map((state) =>
      textIn(language, stateMessages)(state as keyof typeof stateMessages.texts),
    );
    assert.equal(new Set(words).size, words.length, language);
  }
});

test('the audit log has words for the section of each change, and for what was done', () => {
  const changes = features.flatMap(({ endpoints }) => endpoints.filter(canChange).map(({ route }) => actionOf(route)));
  const parts = changes.map((action) => /^([^.]+)\.([^-]+)/.exec(action)?.slice(1) ?? []);
  const hasWord = (section: string): boolean => Object.hasOwn(PAGE_OF_SECTION, section) || Object.hasOwn(WORD_OF_SECTION, section);
  assert.ok(parts.length > 100, 'too few changes were found');
  assert.deepEqual([...new Set(parts.flatMap(([section = '']) => (hasWord(section) ? [] : [section])))], []);
  assert.deepEqual([...new Set(parts.flatMap(([, verb = '']) => (`did_${verb}` in auditMessages.texts ? [] : [verb])))], []);
});

test('the notifications of the server call things as the console does', async () => {
  for (const language of LANGUAGES) {
    await loadTexts(language, 'start');
    const text = textIn(language);
    const words = { workspace: text('workspace'), task: text('task'), plan: text('PLAN'), engine: text('engine') };
    assert.deepEqual(Object.fromEntries(Object.entries(SCOPE_NAMES).map(([scope, names]) => [scope, names[language]])), words);
  }
});

/** The texts of a list without matches, which sections may replace: `TablePage` shows those of its section. */
const OF_LISTS = new Set(['noneFits', 'noneFitsHint']);
/** The sections whose keys are those of the contract. */
const OF_CONTRACT = new Set(['state', 'explanation']);

test('a section does not declare a shared message again', () => {
  const again = declared.flatMap(({ path, section, texts }) =>
    texts === sharedMessages.texts || OF_CONTRACT.has(section)
      ? []
      : Object.keys(texts)
          .filter((key) => key in sharedMessages.texts && !OF_LISTS.has(key))
          .map((key) => `${path}: ${key}`),
  );
  assert.deepEqual(again, []);
});
