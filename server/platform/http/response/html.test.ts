import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FUZZ_TEXT_RUNS, fuzzText } from '#test/fuzz/fuzz-text.ts';
import { html } from './html.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '</p><img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)',
  "' autofocus onfocus='alert(1)",
  '<!-- -->',
  '&lt;b&gt;',
  '&#60;b&#62;',
];

/** Decodes entities as a browser does. Only those that `html` writes can occur. */
const read = (markup: string) =>
  markup.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );

test.each(HOSTILE)('%s stays text, between tags and in an attribute', (text) => {
  const [, attribute = '', content = ''] =
    /^<p title="(.*)">(.*)<\/p>$/s.exec(`${html`<p title="${text}">${text}</p>`}`) ?? [];
  for (const part of [attribute, content]) {
    expect(part).not.toMatch(/[<>"']/);
    expect(read(part)).toBe(text);
  }
});

test('any text, however deeply nested, is decoded to the same text and opens no tag', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fuzzText), { maxLength: 5 }), (texts) => {
      const items = texts.map((text) => html`<li>${text}</li>`);
      const markup = `${html`<ul>${items}</ul>`}`;
      expect(markup.match(/</g)).toHaveLength(2 + 2 * texts.length);
      expect(
        markup
          .slice(4, -5)
          .split('<li>')
          .slice(1)
          .map((item) => read(item.slice(0, -5))),
      ).toEqual(texts);
    }),
    { numRuns: FUZZ_TEXT_RUNS },
  );
});

test('markup is inserted unescaped', () => {
  const inner = html`<b>${'&'}</b>`;
  expect(`${html`<p>${inner}${[inner, ' y ', 2]}</p>`}`).toBe('<p><b>&amp;</b><b>&amp;</b> y 2</p>');
});

test('an object that only looks like markup is refused', () => {
  const lookalike = { toString: () => '<b>' } as unknown as string;
  expect(() => html`<p>${lookalike}</p>`).toThrow(TypeError);
});

test('null, undefined, false and empty text show nothing, and zero shows 0', () => {
  expect(`${html`<p>${null}${undefined}${false}${''}${0}</p>`}`).toBe('<p>0</p>');
});
