// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as terms from '#shared/provider/staff-terms.ts';
import { reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf, button, choose, dialog, field, write } from '#test/screens/typing.ts';

const AT = '2026-11-20T10:00:00-03:00';
const ADMIN = loggedIn('admin');
const all = <R,>(results: R[]) => ({
  results,
  pagination: { page: 1, pages: 1, total: results.length, limit: 50 },
});

test('terms are previewed as the client reads them, and published from a chosen day', async () => {
  const version: terms.StaffTerms = {
    id: 3,
    text: '<p>Viejos</p>',
    published_at: AT,
    binds_from: AT,
    in_force: true,
    accepted_by: 12,
    not_accepted_by: 2,
  };
  const { container, user, received } = await openConsole('/consola/configuracion/terminos', {
    replies: [
      ADMIN,
      reply(terms.listTerms, all([version])),
      reply(terms.publishTerms, { message: 'Rigen desde el 01/02/2027', results: version }),
      reply(terms.pendingTerms, all([{ client_id: 7, nombre_empresa: 'Mates del Sur', accepted: 2 }])),
    ],
  });
  expect(await screen.findByRole('row', { name: /3 Rige/ })).toHaveTextContent('12');
  expect(await axeViolations(container)).toEqual([]);
  await user.click(button('Quién falta que acepte la versión 3'));
  expect(await screen.findByRole('link', { name: 'Mates del Sur' })).toHaveAttribute('href', '/consola/clientes/7');
  await user.keyboard('{Escape}');
  await user.click(button('Nueva versión'));
  const open = await dialog('Nueva versión de los términos');
  expect(within(open).getByText('Se ve acá mientras lo escribís.')).toBeVisible();
  write('Texto', '<h2>Nuevos</h2><script>x()</script>', open);
  const preview = await within(open).findByRole('region', { name: 'Texto de los términos y condiciones' });
  expect(preview.innerHTML).toBe('<h2>Nuevos</h2>');
  choose('Rigen', 'Desde un día', open);
  await user.click(button('Publicar', open));
  await waitFor(() => expect(field('Primer día', open)).toHaveAccessibleDescription(/Elegí el primer día/));
  write('Primer día', '2027-02-01', open);
  expect(await axeViolations(open)).toEqual([]);
  await user.click(button('Publicar', open));
  const asked = await dialog('¿Publicar esta versión de los términos?');
  expect(asked).toHaveTextContent('Desde el 01/02/2027 cada cliente la tiene que haber aceptado');
  expect(bodiesOf(received, terms.publishTerms)).toEqual([]);
  await user.click(button('Publicar', asked));
  await alertAppears('Rigen desde el 01/02/2027');
  expect(bodiesOf(received, terms.publishTerms)).toEqual([
    { text: '<h2>Nuevos</h2><script>x()</script>', binds_from: '2027-02-01' },
  ]);
});

test('text pasted from a word processor, a PDF or earlier terms becomes what the client reads', async () => {
  const { user } = await openConsole('/consola/configuracion/terminos', {
    replies: [ADMIN, reply(terms.listTerms, all<terms.StaffTerms>([]))],
  });
  await user.click(await screen.findByRole('button', { name: 'Nueva versión' }));
  const open = await dialog('Nueva versión de los términos');
  const text = field('Texto', open);
  const paste = (types: Record<string, string>) => {
    const isTaken = !fireEvent.paste(text, { clipboardData: { getData: (type: string) => types[type] ?? '' } });
    return isTaken;
  };
  text.focus();
  const word = '<p class=MsoNormal><b>Uno</b><o:p></o:p></p><script>x()</script>';
  expect(paste({ 'text/html': word, 'text/plain': 'Uno' })).toBe(true);
  expect(text).toHaveValue('<p><b>Uno</b></p>');
  expect(paste({ 'text/plain': '\nDos\nTres' })).toBe(true);
  expect(text).toHaveValue('<p><b>Uno</b></p><p>Dos</p>\n<p>Tres</p>');
  expect(
    paste({ 'text/html': '<pre>&lt;p&gt;</pre>', 'text/plain': '<p>Escrito</p>' }),
    'HTML that somebody wrote',
  ).toBe(false);
  const mention = '<p class=MsoNormal>cuatro &lt;b&gt; <b>cinco</b></p>';
  expect(paste({ 'text/html': mention, 'text/plain': 'cuatro <b> cinco' }), 'a document that mentions a tag').toBe(
    true,
  );
  expect(text.value).toContain('<p>cuatro &lt;b&gt; <b>cinco</b></p>');
  expect(paste({ 'text/plain': 'una palabra' }), 'a part of a line').toBe(false);
  const preview = await within(open).findByRole('region', { name: 'Texto de los términos y condiciones' });
  expect(preview).toHaveTextContent('UnoDos Trescuatro <b> cinco');
  expect(text).toHaveFocus();
});
