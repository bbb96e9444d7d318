import { DEMO_PASSWORD } from '#server/demo/accounts.ts';
import type { Random } from './seeded-random.ts';

/** Inputs by kind of field: valid, invalid and empty. The first kind with a word of the field's purpose applies. */
const TEXTS: readonly (readonly [words: RegExp, texts: readonly string[]])[] = [
  // No other valid password, so that no walk locks itself out by changing the password.
  [/contraseña|password/, [DEMO_PASSWORD, 'corta', '']],
  // Names of real accounts with wrong passwords would trigger their rate limit.
  [/usuario|username/, ['nadie-en-particular', 'ñandú', '', 'x'.repeat(80)]],
  [/mail/, ['sofia@example.com', 'sin arroba', 'a@b', '']],
  [/postal|zip|código postal/, ['1414', '5000', 'C1414ABC', '9999', '0', 'abc', '']],
  [/tel[eé]fono|celular/, ['11 4444-5555', '+54 9 351 444 5555', '123', 'no tengo', '']],
  [/fecha|desde|hasta/, ['2026-01-31', '31/01/2026', '31/02/2026', 'ayer', '']],
  [/cuit|dni|documento/, ['30-99900001-7', '20123456789', '1', 'x', '']],
  [
    /decimal|numeric|number|peso|alto|ancho|largo|precio|valor|cantidad/,
    ['1', '12,5', '0', '-3', '1e9', '99999999999', 'uno', ''],
  ],
];

const ANYTHING = [
  'Sofía Quiroga',
  'Av. Corrientes 1234',
  'CL-0001',
  "O'Higgins & Cía. <b>x</b>",
  '=1+1',
  '🦙 ñ %_\\',
  ' ',
  '',
  'a'.repeat(300),
];

export function textFor(purpose: string, random: Random): string {
  const [, texts] = TEXTS.find(([words]) => words.test(purpose)) ?? [];
  // Sometimes an input of another kind.
  return random.pick(texts && random.chance(0.85) ? texts : ANYTHING) ?? '';
}
