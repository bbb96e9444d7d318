import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Values that people type in many spellings, and the only files that may read them. Each pattern matches the regular expressions of
 * the usual second reader. A reader written in another way isn't found.
 */
const READERS = [
  {
    value: 'a postal code',
    pattern: /\[1-9\]\\d\{3\}|\^\\d\{4\}\$|\\d\{4\}\/\w*\.(?:exec|test)|A-HJ-NP-Z/,
    use: 'parseZip of shared/orders/rules/place/zip.ts',
    files: [
      'shared/orders/rules/place/zip.ts',
      // Words of a free text.
      'shared/orders/contact-text/read-zip.ts',
      'shared/orders/contact-text/read-bare-zip.ts',
      'shared/orders/contact-text/read-unit.ts',
    ],
  },
  {
    value: 'the digits of a phone or a document',
    pattern: /\\D\+?\/g|\[\^(?:0-9|\\d)[^\]]*\]\+?\/g|\[(?=[^\]]*\\s)(?=[^\]]*[-.])[^\]^]*\]\+?\/g/,
    use: 'phoneDigits, plainDocument or cuitDigits of shared',
    files: [
      'shared/orders/rules/place/phone.ts',
      'shared/orders/rules/place/document.ts',
      'shared/people/rules/cuit.ts',
      // Words of a free text.
      'shared/orders/contact-text/read-phone.ts',
      // Hides also what no reader accepts.
      'server/orders/modification/mask-contact.ts',
    ],
  },
  {
    value: 'an e-mail address',
    pattern: /@\]?\[\^|\[\^[^\]]*@[^\]]*\]\+@|@\]\+\\\./,
    use: 'readEmail or searchedEmail of shared/kit/text/email.ts',
    files: [
      'shared/kit/text/email.ts',
      'shared/orders/contact-text/read-email.ts',
      // The installation's own settings.
      'server/config/setting-types.ts',
    ],
  },
  {
    value: 'a tracking id or a label',
    pattern: /A-HJKMNP-TV-Z|ABCDEFGHJKMNPQRSTVWXYZ|\bparse(?:Label|TrackingId)\b/,
    use: 'parseScannedId or parseScannedLabel of shared/orders/rules/code/scanned-id.ts',
    files: [
      'shared/orders/rules/code/tracking-id.ts',
      'shared/orders/rules/code/scanned-id.ts',
      // Checks whether a stored text is an id.
      'web/warehouse/sender/fulfillment/fulfillment.tsx',
    ],
  },
  {
    value: 'a SKU or an order number',
    pattern:
      /(?:sku|order_id)\w*(?:\.trim\(\))?\.toLowerCase\(|fold\([\w.]*(?:sku|order_id)\)|lower\((?:\w+\.)?(?:sku|order_id)\)/i,
    use: 'typedKey, foldedKey of shared/kit/text/typed-key.ts, or the columns sku_key and order_norm',
    files: [],
  },
] as const;

const sources = globSync('{server,shared,web,scripts}/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n') }));

test.each(READERS)('$value is read by one function', ({ pattern, use, files }) => {
  const others = sources.flatMap(({ path, lines }) =>
    (files as readonly string[]).includes(path)
      ? []
      : lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: use ${use}`] : [])),
  );
  expect(others).toEqual([]);
});

test.each([
  ['a postal code', String.raw`const digits = /^[1-9]\d{3}$/.exec(text)?.[0];`],
  ['a postal code', String.raw`return /\d{4}/.exec(zipCode)?.[0];`],
  ['a postal code', String.raw`if (/^\d{4}$/.test(zip))`],
  ['the digits of a phone or a document', String.raw`phone.replace(/\D/g, '')`],
  ['the digits of a phone or a document', String.raw`text.replace(/[^\d+]/g, '')`],
  ['the digits of a phone or a document', String.raw`document.replace(/[.\-\s]/g, '')`],
  ['an e-mail address', String.raw`const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;`],
  ['a tracking id or a label', String.raw`/^([0-9A-HJKMNP-TV-Z]{11})-([1-9]\d*)$/`],
  ['a tracking id or a label', 'const parsed = parseLabel(text);'],
  ['a tracking id or a label', 'const trackingId = parseTrackingId(text) ?? null;'],
  ['a SKU or an order number', 'const key = item.sku.trim().toLowerCase();'],
  ['a SKU or an order number', 'JOIN products p ON p.client_id = $1 AND lower(p.sku) = lower($2)'],
])('a second reader of %s is found: %s', (value, line) => {
  expect(READERS.find((reader) => reader.value === value)?.pattern.test(line)).toBe(true);
});

test.each(READERS)('each file that may read $value does', ({ pattern, files }) => {
  const readers = sources.filter(({ lines }) => lines.some((line) => pattern.test(line))).map(({ path }) => path);
  expect(files.filter((path) => !readers.includes(path))).toEqual([]);
});
