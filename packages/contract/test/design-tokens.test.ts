import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findPaths, root } from '../../../scripts/house/source-files.ts';
import { COLOURS, GROUNDS, TEXT_COLOURS, themedTokens, tokensOfSystem } from '../src/design-tokens.ts';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
type Name = keyof typeof COLOURS;

/** The relative luminance of a colour, by WCAG 2. */
function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(name: Name, ground: Name, theme: Theme): number {
  const [first, second] = [name, ground].map((each) => luminanceOf(COLOURS[each][theme]));
  return (Math.max(first ?? 0, second ?? 0) + 0.05) / (Math.min(first ?? 0, second ?? 0) + 0.05);
}

const tooWeak = (names: readonly Name[], grounds: readonly Name[], least: number): string[] =>
  THEMES.flatMap((theme) =>
    names.flatMap((name) =>
      grounds
        .filter((ground) => contrastOf(name, ground, theme) < least)
        .map((ground) => `${name} on ${ground}, ${theme}: ${contrastOf(name, ground, theme).toFixed(2)}`),
    ),
  );

test('the contrast of black and white is 21', () => {
  assert.equal(luminanceOf('#ffffff') + 0.05, 21 * (luminanceOf('#000000') + 0.05));
});

test('text has a contrast of 4.5 on every ground, in both themes', () => {
  assert.deepEqual(tooWeak(TEXT_COLOURS, GROUNDS, 4.5), []);
  assert.deepEqual(tooWeak(['on'], ['accent'], 4.5), []);
});

test('the edges of fields have a contrast of 3 on every ground, in both themes', () => {
  assert.deepEqual(tooWeak(['edge'], GROUNDS, 3), []);
});

test('both forms have each token of both themes', () => {
  const declared = (css: string): string[] => [...css.matchAll(/^ *--([\w-]+):/gm)].map(([, name = '']) => name);
  const [themed, ofSystem] = [declared(themedTokens()), declared(tokensOfSystem())];
  for (const name of Object.keys(COLOURS)) {
    assert.equal(themed.filter((each) => each === name).length, 1, name);
    assert.equal(ofSystem.filter((each) => each === name).length, 2, name);
  }
  assert.doesNotMatch(tokensOfSystem(), /light-dark|color-mix/);
  assert.match(themedTokens(), /--ink: light-dark\(#171c22, #e8edf2\);/);
});

test('pages use no custom property that no sheet declares', () => {
  const sheets = [...findPaths('packages/console/src/**/*.css'), ...findPaths('packages/manual/browser/*.css')];
  assert.ok(sheets.length > 3, 'the search found too few sheets');
  const tokens = new Set([...themedTokens().matchAll(/--([\w-]+):/g)].map(([, name]) => name));
  const sources = [...sheets, ...findPaths('packages/console/src/**/*.{ts,tsx}')].map((file) => readFileSync(join(root, file), 'utf8'));
  // Components set some as style attributes: '--min-width'.
  const set = new Set(sources.flatMap((text) => [...text.matchAll(/--([\w-]+)['"]?\]?:/g)].map(([, name]) => name)));
  const unknown = sheets.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/var\(--([\w-]+)\)/g)]
      .filter(([, name]) => !tokens.has(name) && !set.has(name))
      .map(([, name]) => `${file}: --${name}`),
  );
  assert.deepEqual(unknown, []);
});
