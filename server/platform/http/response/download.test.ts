import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FUZZ_TEXT_RUNS, fuzzText } from '#test/fuzz/fuzz-text.ts';
import { contentDisposition } from './download.ts';

test('any text becomes a safe file name of a download', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fuzzText), (name) => {
      const header = contentDisposition(name);
      expect(header).toMatch(/^inline; filename="[\x20-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9.!#$&+^_`|~%-]*$/);
      expect(header.match(/"/g)).toHaveLength(2);
    }),
    { numRuns: FUZZ_TEXT_RUNS },
  );
});

test.each([
  ['a"; filename="b.exe', 'a_; filename=_b.exe'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['a\r\nset-cookie: x=1', 'a__set-cookie_ x=1'],
  [`${'x'.repeat(119)}😀`, `${'x'.repeat(119)}_`],
])('%j becomes %j', (name, clean) => {
  const encoded = contentDisposition(name).split("UTF-8''")[1] ?? '';
  expect(decodeURIComponent(encoded)).toBe(clean);
});
