// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { loaded, openPortal } from './open-portal.tsx';

const UNREADABLE = 'La fecha no es válida: escribila como DD/MM/AAAA';

/** Lists with two days in their filters. */
const DATED = [
  ['/ordenes', 'Fecha de Creación Desde'],
  ['/envios', 'Fecha de Creación Desde'],
  ['/logistica-inversa', 'Fecha de Creación Desde'],
  ['/carga-masiva', 'Fecha Desde'],
  ['/pagos', 'Fecha Desde'],
  ['/fulfillment', 'Fecha desde'],
] as const;

describe('a date that nobody can read', () => {
  test.each(DATED)('is refused by Buscar and removed by Limpiar on %s', async (path, label) => {
    const { container, user, received } = await openPortal(path);
    await loaded(container);
    const from = screen.getByLabelText<HTMLInputElement>(label);
    await user.clear(from);
    await user.type(from, '31/02/26');
    expect(screen.queryByText(UNREADABLE), 'no error while typing').toBeNull();
    const before = received.length;
    await user.click(screen.getByRole('button', { name: 'Buscar' }));
    await waitFor(() => expect(from).toHaveAccessibleDescription(UNREADABLE));
    expect(document.activeElement).toBe(from);
    expect(from.value).toBe('31/02/26');
    expect(received.length, 'nothing is searched for').toBe(before);
    await user.click(screen.getByRole('button', { name: 'Limpiar' }));
    expect(screen.queryByText(UNREADABLE)).toBeNull();
    expect(from.value).toMatch(path === '/fulfillment' ? /^\d{2}\/\d{2}\/\d{4}$/ : /^$/);
  });
});

describe('a list without rows', () => {
  test.each([
    ['/envios', 'Exportar CSV', 'No hay envíos para exportar'],
    ['/envios', 'Imprimir en lote', 'No hay envíos para imprimir'],
    ['/ordenes', 'Imprimir en lote', 'No hay órdenes para imprimir'],
    ['/productos', 'Exportar CSV', 'No hay productos para exportar'],
  ])('on %s disables %s with a reason', async (path, name, reason) => {
    const { container } = await openPortal(path, { answers: 'empty' });
    await loaded(container);
    const button = screen.getByRole('button', { name });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(reason);
  });
});
