import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { isCommonPassword } from './chosen-password.ts';

test('the 10,000 most common passwords of six characters or more are common, ignoring case and accents', async () => {
  const long = dictionary['passwords-common'].filter((password) => password.length >= 6);
  const common = await Promise.all(long.slice(0, 10_000).map((password) => isCommonPassword(password.toUpperCase())));
  expect(common).not.toContain(false);
  for (const disguised of ['TrústNo1', 'ｔｒｕｓｔｎｏ１', 'trust\u200bno1', 'pa\u017f\u017fword1']) {
    expect(await isCommonPassword(disguised), disguised).toBe(true);
  }
  for (const rare of ['portal2026', 'un mate amargo', 'trustno1 trustno2']) {
    expect(await isCommonPassword(rare)).toBe(false);
  }
});
