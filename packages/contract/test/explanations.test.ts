import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Schema } from '../src/index.ts';
import { EXPLANATION_TEXTS, EXPLANATION_VALUES, type ExplanationKey } from '../src/explanation-texts.ts';
import { ENGLISH_SENTENCES, sentencesOf } from '../src/explanations.ts';
import { anyExplanations, explanationOf } from './any-explanations.fixture.ts';

const api = JSON.parse(readFileSync(new URL('../src/openapi.gen.json', import.meta.url), 'utf8')) as {
  components: { schemas: { ExplanationCode: { enum: string[] } } };
};

describe('the sentences about a run', () => {
  it('exist for each code of the API', () => {
    assert.deepEqual(Object.keys(EXPLANATION_VALUES).toSorted(), api.components.schemas.ExplanationCode.enum.toSorted());
    for (const explanation of anyExplanations()) {
      const { why, log } = sentencesOf(explanation, ENGLISH_SENTENCES);
      assert.match(why, /^The (?:run|engine) .*\.$/, explanation.reasons[0]?.code);
      assert.match(log, /\.$/);
    }
  });

  it('name no operation of the API, no code in capitals and no value that is missing', () => {
    for (const explanation of anyExplanations())
      for (const text of Object.values(sentencesOf(explanation, ENGLISH_SENTENCES)).flat())
        assert.doesNotMatch(
          text ?? '',
          /\/|[A-Z]{2,}_|\b(?:GET|POST|PUT|DELETE)\b|[{}]|undefined|\?|execution/,
          explanation.reasons[0]?.code,
        );
  });

  it('use each text', () => {
    const used = new Set<ExplanationKey>();
    const spy = {
      ...ENGLISH_SENTENCES,
      text: (key: ExplanationKey, values: Record<string, string | number>) => (used.add(key), ENGLISH_SENTENCES.text(key, values)),
    };
    for (const explanation of anyExplanations()) sentencesOf(explanation, spy);
    assert.deepEqual(
      Object.keys(EXPLANATION_TEXTS).filter((key) => !used.has(key as ExplanationKey)),
      [],
    );
  });

  it('say why, what is next and what the log has', () => {
    const engine: Schema<'ExplanationEngine'> = {
      id: 'e',
      name: 'north',
      status: 'PAIRED',
      availability: 'AVAILABLE',
      running: 2,
      capacity: 2,
    };
    assert.deepEqual(sentencesOf(explanationOf('ENGINES_FULL', { engines: [engine, { ...engine, name: 'south' }] }), ENGLISH_SENTENCES), {
      why: 'The run waits: all available engines in the environment “night” are full: “north” runs 2 of at most 2, “south” runs 2 of at most 2.',
      further: [],
      next: 'Wait, stop what may end, raise the capacity of an engine, or add an engine.',
      log: 'No engine has taken the run yet.',
    });
    const failed = explanationOf('FAILED', {
      engine,
      exitCode: 3,
      lastErrorLine: 'no such table.',
      attempt: 2,
      attemptsAtMost: 3,
      nextExecutionId: 'n',
    });
    assert.deepEqual(sentencesOf(failed, ENGLISH_SENTENCES), {
      why: 'The run failed on the engine “north”: exit code 3. no such table. It was attempt 2 of 3. The next attempt follows by itself.',
      further: [],
      next: undefined,
      log: 'All lines that the engine sent are stored.',
    });
  });
});
