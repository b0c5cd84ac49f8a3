import assert from 'node:assert/strict';
import { it } from 'node:test';
import { EXPLANATION_TEXTS } from '@millrace/contract/explanation-texts';
import { anyExplanations } from '../../../../contract/test/any-explanations.fixture.ts';
import { sentencesOf } from '@millrace/contract/explanations';
import { sentencesWithCommands } from './group.ts';

const id = '01985b5e-7d5c-7000-8000-2d3c5a9f1b42';

it('names the command that does what an advice says', () => {
  const { text } = sentencesWithCommands(id);
  assert.equal(text('correctTask', {}), `Read its log, correct the task and run it again (millrace execution logs ${id}).`);
  assert.equal(text('pairEngine', {}), 'Pair the engine with its key on its machine (millrace engine pair).');
  assert.equal(text('runAgain', {}), EXPLANATION_TEXTS.runAgain);
});

it('explains each code without operations of the API and without codes', () => {
  for (const explanation of anyExplanations())
    for (const sentence of Object.values(sentencesOf(explanation, sentencesWithCommands(id))).flat())
      assert.doesNotMatch(sentence ?? '', /\/|[A-Z]{2,}_|\b(?:GET|POST|PUT|DELETE)\b|[{}]|undefined|\?/, explanation.reasons[0]?.code);
});

it('leaves operations out of the errors of the server', () => {
  assert.equal(sentencesWithCommands(id).error('Take it over (POST /orchestration/ownerless-triggers/takeover).'), 'Take it over.');
});
