import { describe, expect, it } from 'vitest';
import { keysBetween, pageCheckState, withKeys } from './selection.ts';

describe('selecting rows', () => {
  const page = ['a', 'b', 'c', 'd'];

  it('ticks the checkbox of the page only when all its selectable rows are selected', () => {
    expect(pageCheckState(new Set(), page)).toBe('none');
    expect(pageCheckState(new Set(['b', 'z']), page)).toBe('some');
    expect(pageCheckState(new Set([...page, 'z']), page)).toBe('all');
    expect(pageCheckState(new Set(['z']), [])).toBe('none');
  });

  it('keeps the selection of other pages when a page is selected or cleared', () => {
    expect([...withKeys(new Set(['z']), page, true)]).toEqual(['z', 'a', 'b', 'c', 'd']);
    expect([...withKeys(new Set(['z', 'a', 'b']), page, false)]).toEqual(['z']);
  });

  it('selects the range from the last row to this one, in either direction', () => {
    expect(keysBetween(page, 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(keysBetween(page, 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(keysBetween(page, null, 'c')).toEqual(['c']);
    expect(keysBetween(page, 'gone', 'c')).toEqual(['c']);
  });
});
