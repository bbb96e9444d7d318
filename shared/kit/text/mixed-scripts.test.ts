import { expect, test } from 'vitest';
import { hasMixedScripts } from './mixed-scripts.ts';

test.each(['ana@gm\u0430il.com', '\u0430na@gmail.com', 'ana@tienda.gm\u0430il.com'])(
  'an address with letters of two scripts in one part is found: %s',
  (address) => expect(hasMixedScripts(address)).toBe(true),
);

test.each(['ana@gmail.com', 'iván@ñandubay.com.ar', 'ана@почта.com', 'ana@почта.com', 'a.1+b@x.com', ''])(
  'an address whose parts have one script each isn’t: %s',
  (address) => expect(hasMixedScripts(address)).toBe(false),
);
