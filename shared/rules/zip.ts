import { type ProvinceLetter, provinceByLetter } from './provinces.ts';

/** A postal code: its four digits, and the data of its CPA. */
export type Zip = {
  digits: string;
  /** The full CPA of eight characters; null when only the digits were given. */
  cpa: string | null;
  /** The letter of the CPA's province (ISO 3166-2:AR); null without a CPA. */
  province: ProvinceLetter | null;
};

/** Reads a postal code from 1000 to 9999, or a CPA such as 'C1425ABC' in any case; null for any other text. */
export function parseZip(text: string): Zip | null {
  const code = text.trim().toUpperCase();
  if (/^[1-9]\d{3}$/.test(code)) return { digits: code, cpa: null, province: null };
  if (!/^[A-HJ-NP-Z][1-9]\d{3}[A-Z]{3}$/.test(code)) return null;
  return { digits: code.slice(1, 5), cpa: code, province: letterOf(code) };
}

/**
 * Reads an incomplete postal code, as people type it or as lists write it for towns without streets: one to four
 * digits, or the beginning of a CPA that includes a digit ('14', 'C14', 'C1425', 'C1425AB').
 *
 * @returns its digits, and the province of its letter if it has one; null for any other text
 */
export function parseZipStart(text: string): { digits: string; province: ProvinceLetter | null } | null {
  const code = text.trim().toUpperCase();
  const [, letter, digits] = /^([A-HJ-NP-Z])?([1-9]\d{0,3})(?:(?<=^[A-Z]\d{4})[A-Z]{1,3})?$/.exec(code) ?? [];
  return digits ? { digits, province: letter ? letterOf(letter) : null } : null;
}

function letterOf(code: string): ProvinceLetter | null {
  return provinceByLetter(code.charAt(0))?.letter ?? null;
}
