import { describe, expect, it } from 'vitest';
import { clampPage } from './page-numbers.ts';

describe('jumping to a page', () => {
  it.each([
    ['3', 4, 3],
    ['0', 4, 1],
    ['-7', 4, 1],
    ['99', 4, 4],
    [' 2 ', 4, 2],
    ['1', 0, 1],
  ])('typing %j with %i pages leads to page %i', (typed, last, page) => expect(clampPage(typed, last)).toBe(page));

  it('does nothing when no number was typed', () => {
    expect(clampPage('', 4)).toBeNull();
    expect(clampPage('dos', 4)).toBeNull();
  });
});
