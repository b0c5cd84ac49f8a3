import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { anyExplanations, explanationOf } from '../../contract/test/any-explanations.fixture.ts';
import { explanationSentences } from '../src/features/explanations/sentences.ts';
import { LANGUAGES, type Language } from '../src/text/languages.ts';
import { loadTexts } from '../src/text/texts.ts';

/** How the first sentence begins. */
const BEGINS: Readonly<Record<Language, RegExp>> = {
  en: /^The (?:run|engine) .*\.$/,
  de: /^(?:Der Lauf|Die Engine) .*\.$/,
  fr: /^(?:L’exécution|L’arrêt de l’exécution|Le moteur) .*\.$/,
  ja: /^(?:この)?(?:実行|エンジン).*。$/,
};

before(() => Promise.all(LANGUAGES.map((language) => loadTexts(language, 'pages'))));

describe('the explanation of a run', () => {
  it('has sentences in each language for every code, without operations, codes in capitals and missing values', () => {
    for (const language of LANGUAGES)
      for (const explanation of anyExplanations()) {
        const { why, further, next, log } = explanationSentences(explanation, language);
        const { code } = explanation.reasons[0] ?? assert.fail();
        assert.match(why, BEGINS[language], code);
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
