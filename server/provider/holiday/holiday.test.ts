import { describe, expect, test } from 'vitest';
import { listHolidays } from '#shared/provider/staff-holidays.ts';
import { add, at, gateway, jobs, remove, setUpHolidayTests, staff } from '#test/fixtures/holiday-fixture.ts';
import { calendarChanges } from './apply-calendar.ts';

setUpHolidayTests();

describe('a day is entered', () => {
  test('and is listed among the national holidays of its year', async () => {
    expect((await add('2026-12-07', 'Puente de la Inmaculada')).body).toEqual({
      message: 'No se trabaja el 07/12/2026. No se mueve la fecha de ningún envío',
      results: { date: '2026-12-07', moved: 0 },
    });
    expect((await add('2026-12-08', 'Semana de ventas', true)).body.message).toMatch(/^Se trabaja el 08\/12\/2026/);
    const { results, year, today } = (await staff(listHolidays)).body;
    expect([year, today, results.length]).toEqual([2026, '2026-09-07', 17]);
    expect(results.filter(({ date }) => date >= '2026-12')).toEqual([
      { date: '2026-12-07', name: 'Puente de la Inmaculada', national: null, own: true, works: false, removable: true },
      {
        date: '2026-12-08',
        name: 'Semana de ventas',
        national: 'Inmaculada Concepción',
        own: true,
        works: true,
        removable: true,
      },
      { date: '2026-12-25', name: 'Navidad', national: 'Navidad', own: false, works: false, removable: false },
    ]);
    gateway.setTime(new Date('2026-12-07T10:00:00-03:00'));
    const later = (await staff(listHolidays, { query: { year: '2026' } as never })).body.results;
    expect(later.find(({ date }) => date === '2026-12-07')?.removable).toBe(false);
    expect((await staff(listHolidays, { query: { year: '2027' } as never })).body.results).toHaveLength(16);
  });

  test.each([
    ['today', '2026-09-07', false, 'Elegí un día a partir de mañana: hoy y los que pasaron ya no cambian'],
    ['a day that is over', '2026-09-01', false, 'Elegí un día a partir de mañana: hoy y los que pasaron ya no cambian'],
    ['a Sunday', '2026-09-13', false, 'Es sábado o domingo: ese día no se trabaja'],
    ['a day too far ahead', '2028-09-08', false, 'Elegí un día de los próximos dos años'],
    ['a closed national holiday', '2026-10-12', false, 'Ya es feriado nacional: Respeto a la Diversidad Cultural'],
    ['work on a working day', '2026-09-10', true, 'No es feriado nacional: ese día ya se trabaja'],
    ['no day', '2026-02-30', false, 'La fecha no es válida'],
  ])('unless it is %s', async (_, date, works, message) => {
    const { status, body } = await add(date, 'Puente', works);
    expect([status, body.errors?.[0]]).toEqual([422, { field: 'date', message }]);
    expect(jobs.queued).toEqual([]);
  });

  test('once, and removed while it hasn’t come', async () => {
    expect((await add('2026-09-10')).status).toBe(200);
    expect((await add('2026-09-10')).body.errors?.[0]?.message).toBe('Ese día ya está cargado: quitalo para cambiarlo');
    expect((await remove('2026-09-11')).status).toBe(404);
    gateway.setTime(at('10'));
    expect((await remove('2026-09-10')).status).toBe(422);
    gateway.setTime(at('09'));
    expect((await remove('2026-09-10')).body.message).toMatch(/^Quitamos Puente, del 10\/09\/2026/);
    expect((await remove('2026-09-10')).status).toBe(404);
  });
});

test('two at once enter a day once', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => add('2026-09-10')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
  expect(jobs.take(calendarChanges)).toHaveLength(2);
});
