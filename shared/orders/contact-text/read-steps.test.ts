import { expect, test } from 'vitest';
import { startDraft } from './claims/draft.ts';
import { readParts } from './read-contact.ts';

/** Counts how often the readers look at the tokens of a text: searching the same signs again and again shows here. */
function readsOf(text: string): number {
  let reads = 0;
  const draft = startDraft(text, { isAddress: false });
  const tokens = new Proxy(draft.tokens, {
    get(all, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(all, key, receiver);
    },
  });
  readParts({ ...draft, tokens }, () => []);
  return reads;
}

test.each<[what: string, before: string, piece: string]>([
  ...[...'.°#:"-/(,;*'].map((sign) => [sign, '', sign] as [string, string, string]),
  ...[...'.°#:"-/('].map((sign) => [`Mitre 120 y ${sign}`, 'Mitre 120 ', sign] as [string, string, string]),
  ...[...'.°#:"'].map((sign) => [`Mitre y ${sign}`, 'Mitre y ', sign] as [string, string, string]),
  ['labels of a phone', '', 'tel '],
  ['labels of a name', '', 'nombre: '],
  ['postal codes and towns', '', '2000 Rosario,'],
  ['towns with postal codes', '', 'Salta 4400\n'],
  ['towns with postal codes behind a street', 'Mitre 120\n', 'Salta 4400\n'],
  ['streets and towns', '', 'Mitre, Salta 4400, San Luis 1200\n'],
  ['greetings', '', 'hola '],
  ['thanks', 'Mitre ', 'gracias '],
  ['relatives', '', 'para mi vieja Ana '],
  ['names behind an address', 'Mitre 120\n', 'Ana Lara,'],
  ['numbers of orders', '', 'pedido #4521\n'],
  ['places behind a line', 'Mitre 120 CABA\n', 'x1,'],
])('reading %s takes as many steps as the text is long', (_what, before, piece) => {
  const [short, long] = [1_000, 8_000].map((count) => readsOf(before + piece.repeat(count))) as [number, number];
  expect(long).toBeLessThan(10 * short);
});
