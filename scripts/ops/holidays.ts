import { addHoliday, listHolidays, readHolidayEffect, removeHoliday } from '#shared/ops/holidays.ts';
import { command } from './command.ts';
import { card, table } from './show.ts';

const DATE = { to: 'params.date', value: 'AAAA-MM-DD', help: 'Un día de lunes a viernes a partir de mañana' };

const local = (day: string) => day.split('-').reverse().join('/');

const CHANGES = { close: 'No se trabaja', work: 'Se trabaja, aunque es feriado', remove: 'Se quita lo cargado' };

const changed = ({ results }: { results: { date: string; moved: number } }) =>
  card({ Día: local(results.date), 'Envíos que se mueven': results.moved });

export const holidayCommands = [
  command({
    name: 'feriados',
    help: 'Lista los feriados de un año: los nacionales y los días que cargaste',
    call: listHolidays,
    options: { anio: { to: 'query.year', value: 'AAAA', help: 'Año; por defecto, el actual' } },
    show: ({ results }) =>
      table(results, {
        DÍA: (one) => local(one.date),
        NOMBRE: (one) => one.name,
        CARGADO: (one) => one.own,
        SE_TRABAJA: (one) => one.works,
        FERIADO_NACIONAL: (one) => one.national ?? '',
      }),
  }),
  command({
    name: 'feriado-efecto',
    help: 'Dice qué cambiaría si se carga un día, o si se quita: cuántos envíos mueven su fecha',
    call: readHolidayEffect,
    words: [DATE],
    show: ({ results }) =>
      card({
        Día: local(results.date),
        Cambio: CHANGES[results.change],
        'Feriado nacional': results.national,
        'Envíos que se mueven': results.moved,
      }),
  }),
  command({
    name: 'feriado-nuevo',
    help: 'Carga un día en que no se trabaja o, con --trabajamos, un feriado nacional en que sí',
    call: addHoliday,
    words: [
      { ...DATE, to: 'body.date' },
      { to: 'body.name', value: 'NOMBRE', help: 'Nombre del día; entre comillas si tiene espacios' },
    ],
    options: { trabajamos: { to: 'body.works', on: '1', help: 'Es feriado nacional y se trabaja' } },
    show: changed,
  }),
  command({
    name: 'feriado-quitar',
    help: 'Quita un día cargado que todavía no llegó',
    call: removeHoliday,
    words: [DATE],
    show: changed,
  }),
];
