import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { provinces } from '#shared/rules/provinces.ts';
import { colourOf, slicesOf } from './slices.ts';

/** Provinces of so many shipments each, with their shares as the gateway rounds them. */
function counted(counts: Record<string, number>) {
  const all = Object.values(counts).reduce((sum, total) => sum + total, 0);
  return Object.entries(counts).map(([name, total]) => ({
    name,
    total,
    percentage: Math.round((10_000 * total) / all) / 100,
  }));
}

const drawn = (counts: Record<string, number>) => slicesOf(counted(counts)).map(({ name, total }) => [name, total]);

describe('the slices of the doughnut', () => {
  test('are the provinces in their order', () => {
    expect(drawn({ Salta: 5, Córdoba: 4, Chaco: 1 })).toEqual([
      ['Salta', 5],
      ['Córdoba', 4],
      ['Chaco', 1],
    ]);
  });

  test('under one per cent are one, the last, which knows what it stands for', () => {
    const slices = slicesOf(counted({ Salta: 980, Chaco: 10, Formosa: 6, Jujuy: 4 }));
    expect(slices.map(({ name, total, percentage }) => [name, total, percentage])).toEqual([
      ['Salta', 980, 98],
      ['Chaco', 10, 1],
      ['Otras provincias', 10, 1],
    ]);
    expect(slices.at(-1)?.provinces.map(({ name }) => name)).toEqual(['Formosa', 'Jujuy']);
  });

  test('of a single small province is its own', () => {
    expect(drawn({ Salta: 999, Chaco: 1 })).toEqual([
      ['Salta', 999],
      ['Chaco', 1],
    ]);
  });

  test('leave out what has no shipments, and are none without any', () => {
    expect(drawn({ Salta: 2, Chaco: 0 })).toEqual([['Salta', 2]]);
    expect(drawn({ Salta: 0 })).toEqual([]);
    expect(drawn({})).toEqual([]);
  });

  test('add up to all shipments, however many are small', () => {
    const counts = Object.fromEntries(provinces.map(({ name }, index) => [name, 3 ** (index % 9)]));
    const sum = (all: { total: number }[]) => all.reduce((before, { total }) => before + total, 0);
    expect(sum(slicesOf(counted(counts)))).toBe(sum(counted(counts)));
  });
});

describe('the colours', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../styles/tokens.css'), 'utf8');
  const hex = (name: string) => {
    const token = /var\((--[\w-]+)\)/.exec(colourOf(name))?.[1];
    return new RegExp(`${token}: (#[0-9a-f]{6})`).exec(tokens)?.[1] ?? '';
  };
  const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const hue = (colour: string) => {
    const [r = 0, g = 0, b = 0] = channels(colour);
    const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
    const sixth =
      most === r ? (g - b) / (most - least) : most === g ? 2 + (b - r) / (most - least) : 4 + (r - g) / (most - least);
    return (60 * sixth + 360) % 360;
  };
  const luminance = (colour: string) => {
    const [r = 0, g = 0, b = 0] = channels(colour).map((c) =>
      c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one: string, other: string) => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  test('are 24, one for each province, and can be told from the ground, light and dark', () => {
    const colours = provinces.map(({ name }) => hex(name));
    expect(new Set(colours).size).toBe(24);
    for (const colour of colours) {
      expect(contrast(colour, '#ffffff'), colour).toBeGreaterThanOrEqual(3);
      expect(contrast(colour, '#161f27'), colour).toBeGreaterThanOrEqual(3);
    }
  });

  test('of the provinces with most parcels lie far apart', () => {
    const hues = ['Buenos Aires', 'CABA', 'Córdoba', 'Santa Fe', 'Mendoza']
      .map((name) => hue(hex(name)))
      .sort((a, b) => a - b);
    const gaps = hues.map((at, index) => ((hues[(index + 1) % hues.length] ?? 0) - at + 360) % 360);
    expect(Math.min(...gaps)).toBeGreaterThan(40);
  });

  test('are found by any name of a province; a name that is none is grey', () => {
    expect(colourOf('Capital Federal')).toBe(colourOf('Ciudad Autónoma de Buenos Aires'));
    for (const none of ['Sin provincia', 'Montevideo', '']) expect(colourOf(none)).toBe('var(--prov-none)');
  });
});
