import { expect, test } from 'vitest';
import { chargedText, datesText, namedDay, windowText } from './quote-texts.ts';

const shipment = (grams: number) => ({ lengthCm: 50, heightCm: 30, widthCm: 40, grams });

test('the quote shows which weight is charged and why', () => {
  expect(chargedText(shipment(1000))).toBe('Se cobra por volumen: 12 kg, porque supera el peso real (1 kg).');
  expect(chargedText(shipment(12_500))).toBe('Se cobra por peso: 12,5 kg, porque supera el peso volumétrico (12 kg).');
  expect(chargedText(shipment(12_000))).toBe('Se cobra por peso: 12 kg, igual al peso volumétrico.');
});

test('the delivery window is given in working days', () => {
  // Saturday; Monday 23 is a holiday.
  const from = '2026-11-21';
  expect(windowText({ from, min: '2026-11-24', max: '2026-11-27' })).toBe(
    'Entre 1 y 4 días hábiles desde que lo retiramos.',
  );
  expect(windowText({ from, min: '2026-11-24', max: '2026-11-24' })).toBe('1 día hábil desde que lo retiramos.');
  expect(windowText({ from, min: '2026-11-25', max: '2026-11-25' })).toBe('2 días hábiles desde que lo retiramos.');
});

test('dates that form no delivery window are not shown', () => {
  expect(windowText({ from: '2026-11-21', min: '2026-11-20', max: '2026-11-27' })).toBeNull();
  expect(windowText({ from: '2026-11-21', min: '2026-11-27', max: '2026-11-25' })).toBeNull();
});

test('the quote names the holidays within the delivery window', () => {
  const dates = (from: string, max: string) => datesText({ from, min: max, max }).split('. ').at(-1);
  expect(dates('2026-11-24', '2026-11-27')).toBe('No cuentan sábados, domingos ni feriados.');
  expect(dates('2026-11-21', '2026-11-27')).toBe('No cuentan sábados, domingos ni el feriado del 23/11/2026.');
  expect(dates('2026-03-20', '2026-04-08')).toBe(
    'No cuentan sábados, domingos ni los feriados del 24/03/2026, 02/04/2026 y 03/04/2026.',
  );
});

test('a delivery date includes its weekday', () => {
  expect(namedDay('2026-11-24')).toBe('martes 24/11/2026');
});
