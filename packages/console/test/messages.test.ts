import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { findPaths } from '../../../scripts/house/source-files.ts';
import { RUN_STATES, type RunState } from '@millrace/contract/run-states';
import { stateMessages } from '../src/features/task-executions/states.ts';
import { sharedMessages } from '../src/text/shared-messages.ts';
import { defineMessages, formatMessage, type AnyMessage, type Language } from '../src/text/messages.ts';

const runs = defineMessages({
  count: [
    { one: '{count} run', other: '{count} runs' },
    { one: '{count} Lauf', other: '{count} Läufe' },
  ],
  by: ['By {name}, {share}', 'Von {name}, {share}'],
});

type AllMessages = Record<Language, Record<string, AnyMessage>>;

/** The messages of all sections, with their file. They are read before the first test, because tests run as soon as they are declared. */
const declared: { path: string; messages: AllMessages }[] = [];
for (const path of findPaths('packages/console/src/**/*messages.ts')) {
  const module = (await import(`../../../${path}`)) as Record<string, AllMessages>;
  for (const messages of Object.values(module)) if ('en' in messages) declared.push({ path, messages });
}

describe('a message', () => {
  it('uses the plural form of its count', () => {
    assert.equal(formatMessage('en', runs.en.count, { count: 1 }), '1 run');
    assert.equal(formatMessage('de', runs.de.count, { count: 0 }), '0 Läufe');
  });

  it('shows numbers as its language does', () => {
    assert.equal(formatMessage('en', runs.en.count, { count: 12_345 }), '12,345 runs');
    assert.equal(formatMessage('de', runs.de.count, { count: 12_345 }), '12.345 Läufe');
  });

  it('is not reversed by a name', () => {
    assert.equal(formatMessage('en', runs.en.by, { name: '\u202Eevil\u2066 אבג', share: 1 }), 'By evil אבג, 1');
  });

  it('does not replace braces in a value', () => {
    assert.equal(formatMessage('en', runs.en.by, { name: '{share} $&', share: 0.5 }), 'By {share} $&, 0.5');
  });
});

const textsOf = (message: AnyMessage): string[] => (typeof message === 'string' ? [message] : Object.values(message));
const namesIn = (message: AnyMessage): string[] =>
  [...new Set(textsOf(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)))].toSorted();

test('German has the values of English, in all messages', () => {
  assert.ok(declared.length >= 3, 'the search found too few files');
  const wrong: string[] = [];
  for (const {
    path,
    messages: { en, de },
  } of declared)
    for (const [key, message] of Object.entries(en)) {
      const german: AnyMessage = de[key] ?? '';
      if (String(namesIn(message)) !== String(namesIn(german))) wrong.push(`${path}: ${key}`);
      if (typeof message !== 'string' && (typeof german === 'string' || german.one === undefined))
        wrong.push(`${path}: ${key} has no singular`);
    }
  assert.deepEqual(wrong, []);
});

test('each state of a run has a German word of its own', () => {
  const states = Object.keys(RUN_STATES);
  const words = states.map((state) => stateMessages.de[state as RunState]);
  assert.deepEqual(Object.keys(stateMessages.de), states);
  assert.ok(words.every((word, index) => word && word !== stateMessages.en[states[index] as RunState]));
  assert.equal(new Set(words).size, states.length);
});

/** The texts of a list without matches, which sections may replace: `TablePage` shows those of its section. */
const OF_LISTS = new Set(['noneFits', 'noneFitsHint']);

test('a section does not declare a shared message again', () => {
  const again = declared.flatMap(({ path, messages }) =>
    messages.en === sharedMessages.en
      ? []
      : Object.keys(messages.en)
          .filter((key) => key in sharedMessages.en && !OF_LISTS.has(key))
          .map((key) => `${path}: ${key}`),
  );
  assert.deepEqual(again, []);
});
