/** Letters and digits beyond those that the labels' typeface surely has: Latin, Greek and Russian ones. */
const UNPRINTABLE = /(?=[\p{L}\p{N}])[^\0-\u024f\u0386-\u03ce\u0400-\u045f\u1e00-\u1e9b\u1e9d-\u1eff]/u;

/** Other forms of Arabic and Japanese letters, some of which have no letter any more once they are decomposed. */
const OTHER_FORMS = /[\ufb50-\ufdff\ufe70-\ufefc\uff66-\uff9f]/;

/** Returns whether a label prints `?` in the place of some of a text's letters. */
export const losesLetters = (text: string): boolean =>
  UNPRINTABLE.test(text.normalize('NFKD')) || OTHER_FORMS.test(text);
