// @vitest-environment jsdom

import { setTimeout as wait } from 'node:timers/promises';
import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { field, suggestion, suggestions } from '#test/screens/typing.ts';
import { openNewOrder } from './order-form.ts';

test('the localities of a postal code stay open for who comes back to the field, however often it was left', async () => {
  const { user } = await openNewOrder();
  const zip = field('Código postal');
  await user.click(zip);
  fireEvent.blur(zip);
  fireEvent.blur(zip);
  fireEvent.focus(zip);
  await user.paste('1425');
  await suggestion('1425 · ');
  // The list closes half a second after the field is left.
  await wait(600);
  expect(suggestions()).not.toEqual([]);
});
