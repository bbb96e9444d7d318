// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { showOnPhone } from '#test/screens/surroundings.ts';
import { BASIC_SESSION, markedOption, openPalette, option, options, paletteField } from './palette.ts';

const heading = () => screen.getByRole('heading', { level: 1 });
const at = (path: string) => waitFor(() => expect(window.location.pathname + window.location.search).toBe(path));

describe('The search palette', () => {
  test.each([
    ['our own gateway', false],
    ['a gateway with the strict contract', true],
  ])('opens by its keys and its button, and opens pages and runs actions with %s', async (_whose, strict) => {
    const { container, user } = await openPortal('/estadisticas', { settings: { strict } }, BASIC_SESSION);
    await loaded(container);
    await openPalette(user);
    await user.keyboard('{Escape}');
    const button = screen.getByRole('button', { name: /^Buscar órdenes/ });
    await user.click(button);
    await waitFor(() => expect(paletteField()).toHaveFocus());
    await user.keyboard('{Escape}');
    expect(paletteField()).toBeNull();
    expect(button).toHaveFocus();

    await user.click(button);
    await waitFor(() => expect(paletteField()).toHaveFocus());
    expect(options('Páginas')).toEqual([
      'Estadísticas',
      'Órdenes',
      'Envíos',
      'Carga Masiva',
      'Productos',
      'Calculadora',
      'Mi Cuenta',
    ]);
    expect(options('Acciones').includes('Órdenes por imprimir'), 'groups of states are an addition').toBe(!strict);
    const marks: Record<string, string> = { '': 'Estadísticas', '{ArrowDown}': 'Órdenes', '{End}': 'Cerrar Sesión' };
    for (const [key, name] of Object.entries(marks)) {
      if (key) await user.keyboard(key);
      expect(markedOption()).toHaveTextContent(name);
    }
    await user.keyboard('{ArrowDown}');
    expect(markedOption(), 'after the last comes the first').toHaveTextContent('Estadísticas');
    await user.keyboard('{ArrowUp}{Home}');
    expect(markedOption()).toHaveTextContent('Estadísticas');
    expect(paletteField()).toHaveAttribute('aria-activedescendant', markedOption()?.id);

    await user.keyboard('ENVIOS');
    expect(markedOption()).toHaveTextContent('Envíos');
    await user.keyboard('{Enter}');
    await at('/envios');
    await waitFor(() => expect(heading()).toHaveFocus());
    await openPalette(user);
    await user.keyboard('clave');
    await user.click(option(/^Cambiar contraseña/));
    await at('/usuario');
  });

  test('opens the orders without printed labels, on a phone', async () => {
    showOnPhone();
    const { user } = await openPortal('/estadisticas', {}, BASIC_SESSION);
    await user.click(await screen.findByRole('button', { name: 'Buscar' }));
    await waitFor(() => expect(paletteField()).toHaveFocus());
    await user.keyboard('orden');
    expect(option('Nueva Orden')).toBeInTheDocument();
    await user.click(option('Órdenes por imprimir'));
    await at('/ordenes?estado=por_imprimir');
  });

  test('opens from within a field and with single-key shortcuts off, and is in the list of shortcuts', async () => {
    const { container, user } = await openPortal('/ordenes', {}, BASIC_SESSION);
    await loaded(container);
    await user.keyboard('?');
    const keys = await screen.findByRole('dialog', { name: 'Atajos de teclado' });
    expect(keys).toHaveTextContent(/Buscar.*Ctrl/);
    await user.click(screen.getByLabelText('Usar atajos de una sola tecla'));
    // An open dialog disables the palette's shortcut.
    await user.keyboard('{Control>}k{/Control}');
    expect(paletteField()).toBeNull();
    await user.keyboard('{Escape}');
    const field = screen.getByRole('textbox', { name: 'Nro. de Orden Interno' });
    field.focus();
    await openPalette(user);
    expect(paletteField()).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(field).toHaveFocus());
  });
});
