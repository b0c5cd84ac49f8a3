/** Characters to escape: the filter of the operation is a regular expression. */
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/** The filter of schedules whose description contains a text, in capitals or not; undefined without a text. */
export const descriptionContaining = (text: string | undefined): string | undefined =>
  text ? `(?i)${text.replaceAll(SPECIAL, String.raw`\$&`)}` : undefined;
