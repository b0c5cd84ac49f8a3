import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EXPLANATION_TEXTS } from '@millrace/contract/explanation-texts';
import { anyExplanations, explanationOf } from '../../contract/test/any-explanations.fixture.ts';
import { explanationSentences, GERMAN_SENTENCES } from '../src/features/explanations/sentences.ts';
import { LANGUAGES } from '../src/text/messages.ts';

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();

describe('the explanation of a run', () => {
  it('has a German sentence for each English one, with the same values', () => {
    for (const [key, english] of Object.entries(EXPLANATION_TEXTS)) {
      const german = GERMAN_SENTENCES[key as keyof typeof GERMAN_SENTENCES];
      assert.notEqual(german, english, key);
      assert.deepEqual(namesIn(german), namesIn(english), key);
    }
  });

  it('has sentences in each language for every code, without operations, codes in capitals and missing values', () => {
    for (const language of LANGUAGES)
      for (const explanation of anyExplanations()) {
        const { why, further, next, log } = explanationSentences(explanation, language);
        const { code } = explanation.reasons[0] ?? assert.fail();
        assert.match(why, language === 'en' ? /^The (?:run|engine) .*\.$/ : /^(?:Der Lauf|Die Engine) .*\.$/, code);
        for (const text of [why, ...further, next ?? '', log])
          assert.doesNotMatch(
            text,
            /\/|[A-Z]{2,}_|\b(?:GET|POST|PUT|DELETE)\b|[{}]|undefined|\?|execution|server\b.*summary/,
            `${language} ${code}`,
          );
      }
  });

  it('translates what the engine says about a failure, and leaves what the job has said', () => {
    const evidence = { exitCode: 1, errorType: 'JOB_ERROR', errorMessage: 'The job ended with exit code 1. First error: no such table' };
    assert.equal(
      explanationSentences(explanationOf('FAILED', evidence), 'de').why,
      'Der Lauf ist gescheitert: Der Job endete mit dem Exit-Code 1. Erster Fehler: no such table.',
    );
  });
});
