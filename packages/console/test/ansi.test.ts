import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ansiParts } from '../src/features/execution-logs/log-text.ts';

const E = '\u001B';
const shown = (line: string): string[] => ansiParts(line).map(({ text, style }) => (style ? `${text}<${style}>` : text));

describe('a line of a log', () => {
  it('without escape sequences is one part', () => assert.deepEqual(shown('<b>plain</b> [31m'), ['<b>plain</b> [31m']));

  it('has the colours that a terminal shows', () => {
    assert.deepEqual(shown(`a ${E}[31mred${E}[0m b ${E}[1;92mgreen${E}[22m on${E}[39m off`), [
      'a ',
      'red<ansi-red>',
      ' b ',
      'green<ansi-green ansi-bold>',
      ' on<ansi-green>',
      ' off',
    ]);
  });

  it('skips colours given by number or RGB, and does not read their numbers as other codes', () => {
    assert.deepEqual(shown(`${E}[38;5;31mx${E}[38;2;31;32;33my${E}[48;5;1;33mz`), ['x', 'y', 'z<ansi-yellow>']);
  });

  it('loses all other complete sequences, and keeps a truncated one', () => {
    assert.equal(shown(`${E}]8;;https://example.com${E}\\link${E}]8;;${E}\\ ${E}[2K${E}[1Gdone${E}M`).join(''), 'link done');
    assert.deepEqual(shown(`end ${E}[3`), [`end ${E}[3`]);
  });

  it('of 64 KiB with a sequence at each character is split', () => {
    const line = `${E}[31mx`.repeat(11_000);
    assert.equal(ansiParts(line).length, 11_000);
    assert.equal(ansiParts(`${E}[`.repeat(30_000)).length > 0, true);
  });
});
