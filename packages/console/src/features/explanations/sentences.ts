/** The explanation of a run in the language of the page. */
import type { Schema } from '@millrace/contract';
import { sentencesOf, type ExplanationSentences, type SentenceLanguage } from '@millrace/contract/explanations';
import type { Language } from '../../text/languages.ts';
import { withoutOverrides } from '../../text/messages.ts';
import { textIn } from '../../text/texts.ts';
import { errorText } from '../task-executions/error-text.ts';
import { explanationMessages } from './messages.ts';

/** The sentences of an explanation. Times in them are instants: `withZonedTimes` puts them into the zone of the reader. */
export const explanationSentences = (explanation: Schema<'Explanation'>, language: Language): ExplanationSentences =>
  sentencesOf(explanation, {
    text: textIn(language, explanationMessages) as SentenceLanguage['text'],
    error: (message) => withoutOverrides(errorText(message, language)),
  });
