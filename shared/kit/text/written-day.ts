/** Abbreviations of months in Spanish and English, as a part of a regular expression. */
export const SHORT_MONTH = 'ene|jan|feb|mar|abr|apr|may|jun|jul|ago|aug|sept?|set|oct|nov|dic|dec';

/** Names and abbreviations of months, as a part of a regular expression. */
export const MONTH = `(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|se[pt]tiembre|octubre|noviembre|diciembre|january|february|march|april|june|july|august|september|october|november|december|${SHORT_MONTH})\\.?`;

/** A time of day: '9:30', '12:30:00 p. m.', '12:30 hs'. */
export const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]\.? ?m\.?| ?hs?\b\.?)?`;

/** Three numbers with one kind of separator. */
export const THREE_NUMBERS = String.raw`(?:\d{4}|\d{1,2})(?<sign>[-/.])\d{1,2}\k<sign>(?:\d{4}|\d{1,2})`;

/** Returns whether three numbers, as `THREE_NUMBERS` matches them, are a day of the years 1900 to 2099, in any order. */
export function isDayInNumbers(text: string): boolean {
  const [first = '', second = '', third = ''] = text.split(/[-/.]/);
  const [year, ...others] = first.length > 2 ? [first, second, third] : [third, first, second];
  const [low = 0, high = 0] = others.map(Number).sort((a, b) => a - b);
  return (year.length < 3 || /^(?:19|20)/.test(year)) && low >= 1 && low <= 12 && high <= 31;
}
