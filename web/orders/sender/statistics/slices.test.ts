import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { provinces } from '#shared/orders/rules/place/provinces.ts';
import { colourOf, slicesOf } from './slices.ts';

/** Builds the response for these numbers of shipments, with shares rounded as by the gateway. */
function provincesWith(counts: Record<string, number>) {
  const all = Object.values(counts).reduce((sum, total) => sum + total, 0);
  return Object.entries(counts).map(([name, total]) => ({
    name,
    total,
    percentage: Math.round((10_000 * total) / all) / 100,
  }));
}

const slicesWith = (counts: Record<string, number>) =>
  slicesOf(provincesWith(counts)).map(({ name, total }) => [name, total]);

describe('the doughnut chart', () => {
  test('has a slice for each province, in the order of the table', () => {
    expect(slicesWith({ Salta: 5, Córdoba: 4, Chaco: 1 })).toEqual([
      ['Salta', 5],
      ['Córdoba', 4],
      ['Chaco', 1],
    ]);
  });

  test('combines provinces under 1 % into a last slice that lists them', () => {
    const slices = slicesOf(provincesWith({ Salta: 980, Chaco: 10, Formosa: 6, Jujuy: 4 }));
    expect(slices.map(({ name, total, percentage }) => [name, total, percentage])).toEqual([
      ['Salta', 980, 98],
      ['Chaco', 10, 1],
      ['Otras provincias', 10, 1],
    ]);
    expect(slices.at(-1)?.provinces.map(({ name }) => name)).toEqual(['Formosa', 'Jujuy']);
  });

  test('keeps the slice of a single small province', () => {
    expect(slicesWith({ Salta: 999, Chaco: 1 })).toEqual([
      ['Salta', 999],
      ['Chaco', 1],
    ]);
  });

  test('leaves out provinces without shipments', () => {
    expect(slicesWith({ Salta: 2, Chaco: 0 })).toEqual([['Salta', 2]]);
    expect(slicesWith({ Salta: 0 })).toEqual([]);
    expect(slicesWith({})).toEqual([]);
  });

  test('adds up to all shipments', () => {
    const counts = Object.fromEntries(provinces.map(({ name }, index) => [name, 3 ** (index % 9)]));
    const sum = (all: { total: number }[]) => all.reduce((before, { total }) => before + total, 0);
    expect(sum(slicesOf(provincesWith(counts)))).toBe(sum(provincesWith(counts)));
  });
});

describe('the colours of the chart', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../../kit/styles/tokens.css'), 'utf8');
  const hex = (name: string) => {
    const token = /var\((--[\w-]+)\)/.exec(colourOf(name))?.[1];
    return new RegExp(`${token}: (#[0-9a-f]{6})`).exec(tokens)?.[1] ?? '';
  };
  const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const hue = (colour: string) => {
    const [r = 0, g = 0, b = 0] = channels(colour);
    const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
    const sixth = max === r ? (g - b) / (max - min) : max === g ? 2 + (b - r) / (max - min) : 4 + (r - g) / (max - min);
    return (60 * sixth + 360) % 360;
  };
  const luminance = (colour: string) => {
    const [r = 0, g = 0, b = 0] = channels(colour).map((c) =>
      c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (first: string, second: string) => {
    const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  test('are different for all 24 provinces and contrast with the background in both themes', () => {
    const colours = provinces.map(({ name }) => hex(name));
    expect(new Set(colours).size).toBe(24);
    for (const colour of colours) {
      expect(contrast(colour, '#ffffff'), colour).toBeGreaterThanOrEqual(3);
      expect(contrast(colour, '#161f27'), colour).toBeGreaterThanOrEqual(3);
    }
  });

  test('differ clearly between the provinces with most shipments', () => {
    const hues = ['Buenos Aires', 'CABA', 'Córdoba', 'Santa Fe', 'Mendoza']
      .map((name) => hue(hex(name)))
      .sort((a, b) => a - b);
    const gaps = hues.map((at, index) => ((hues[(index + 1) % hues.length] ?? 0) - at + 360) % 360);
    expect(Math.min(...gaps)).toBeGreaterThan(40);
  });

  test('are found by any name of a province; an unknown name is grey', () => {
    expect(colourOf('Capital Federal')).toBe(colourOf('Ciudad Autónoma de Buenos Aires'));
    for (const unknown of ['Sin provincia', 'Montevideo', '']) expect(colourOf(unknown)).toBe('var(--prov-none)');
  });
});
