import { expect, test } from 'vitest';
import { markedLots } from './lots.ts';

const lot = (vencimiento: string | null, fechaCriticidad: string | null = null) => ({
  lote: 'L',
  vencimiento,
  fechaCriticidad,
  unidades: 1,
});

test('lots are sorted by expiry, each with its status and the time until expiry, in any date format', () => {
  const lots = [
    lot(null),
    lot('15/03/2026 10:00', '09/03/2026'),
    lot('2026-03-09'),
    lot('2026-03-10T23:59:00-03:00', '2026-03-01'),
    lot('2026-09-01', '2026-08-01'),
    lot('pronto'),
  ];
  expect(markedLots(lots, '2026-03-10').map(({ vencimiento, mark, when }) => [vencimiento, mark, when])).toEqual([
    ['2026-03-09', 'Vencido', 'Venció hace 1 día'],
    ['2026-03-10T23:59:00-03:00', 'Crítico', 'Vence hoy'],
    ['15/03/2026 10:00', 'Crítico', 'Vence dentro de 5 días'],
    ['2026-09-01', 'Normal', 'Vence dentro de 5 meses'],
    [null, 'Normal', null],
    ['pronto', 'Normal', null],
  ]);
});
